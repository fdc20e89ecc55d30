// ---------------------------------------------------------------- the graph: loops containing their contexts and memories

const boxes = {wide: 184, high: 52, head: 24, pad: 12, copy: 12, gap: {x: 18, y: 28}};

/// The tree of the picture: loops that contain contexts and memories. A node refers to its loop. `all` has the contexts and
/// memories in the numbering of the edges, then the loops.
function treeOf(s) {
  const top = {kind: 'top', inside: []};
  const all = [...s.groups.map((group) => ({kind: 'context', of: group, copies: group.copies})),
    ...s.graph.memories.map((memory) => ({kind: 'memory', of: memory, copies: memory.copies})),
    ...s.loops.map((loop) => ({kind: 'loop', of: {...loop, loop: loop.parent}, copies: loop.copies, inside: []}))];
  const loops = all.slice(all.length - s.loops.length);
  all.forEach((node, id) => {
    node.id = id;
    node.parent = node.of.loop === null ? top : loops[node.of.loop];
    node.parent.inside.push(node);
  });
  s.units.forEach((unit) => (all[unit.group].units = all[unit.group].units || []).push(unit));
  for (const loop of loops) {
    loop.depth = loop.parent === top ? 0 : loop.parent.depth + 1;
    loop.cycles = data.causes.map(() => 0);
    loop.contexts = 0;
  }
  for (const node of all.filter((n) => n.kind === 'context'))
    for (let loop = node.parent; loop !== top; loop = loop.parent) {
      node.of.cycles.forEach((c, i) => { loop.cycles[i] += c; });
      loop.contexts += 1;
    }
  return {top, all, loops};
}

/// The visible representative of a node: the outermost folded loop around it, otherwise the node itself.
function shown(node) {
  let seen = node;
  for (let loop = node.parent; loop.kind === 'loop'; loop = loop.parent) if (loop.folded) seen = loop;
  return seen;
}

/// Lays out the contents of a loop, or the whole picture, in relative coordinates; inner loops first.
function arrangeInside(scope, edges) {
  const pathOf = (node) => (node.parent === scope ? node : node.parent.kind === 'loop' ? pathOf(node.parent) : null);
  for (const node of scope.inside) {
    const isOpen = node.kind === 'loop' && !node.folded;
    if (isOpen) arrangeInside(node, edges);
    const copies = node.unfolded ? node.units.length * boxes.copy + 6 : 0;
    node.size = isOpen ? {width: Math.max(node.inner.width + 2 * boxes.pad, boxes.wide), height: node.inner.height + boxes.head + 2 * boxes.pad} : {width: boxes.wide, height: boxes.high + copies};
  }
  const index = new Map(scope.inside.map((node, i) => [node, i]));
  const between = new Map();
  for (const [from, to] of edges) {
    const [a, b] = [index.get(pathOf(from)), index.get(pathOf(to))];
    if (a !== undefined && b !== undefined && a !== b) between.set(`${a},${b}`, [a, b]);
  }
  scope.inner = layout(scope.inside.map((node) => node.size), [...between.values()], boxes.gap);
  scope.inside.forEach((node, i) => { node.at = scope.inner.at[i]; });
  scope.wayBetween = (a, b) => scope.inner.ways.get(`${index.get(a)},${index.get(b)}`) || [];
}

/// Absolute coordinates in the picture, outer boxes first.
function settle(scope, x, y) {
  scope.origin = {x, y};
  for (const node of scope.inside) {
    node.x = x + node.at.x;
    node.y = y + node.at.y;
    const isWider = node.kind === 'loop' && !node.folded ? (node.size.width - node.inner.width) / 2 : 0;
    if (node.kind === 'loop' && !node.folded) settle(node, node.x + isWider, node.y + boxes.head + boxes.pad);
  }
}

/// The path from one box to another: around the boxes between them, if both are in one loop.
function wayOf(from, to) {
  const chain = (node) => (node.kind === 'top' ? [] : [node, ...chain(node.parent)]);
  const outer = chain(to);
  const a = chain(from).find((node) => outer.some((o) => o.parent === node.parent));
  const b = outer.find((node) => node.parent === a.parent);
  const origin = a.parent.origin;
  const between = a.parent.wayBetween(a, b).map((p) => ({x: p.x + origin.x, y: p.y + origin.y}));
  const isUp = to.y + to.size.height / 2 < from.y;
  const start = {x: from.x + from.size.width / 2, y: isUp ? from.y : from.y + from.size.height};
  const end = {x: to.x + to.size.width / 2, y: isUp ? to.y + to.size.height : to.y};
  return [start, ...between, end].reduce((d, p, i, points) => {
    if (i === 0) return `M${p.x} ${p.y}`;
    const mid = (points[i - 1].y + p.y) / 2;
    return `${d}C${points[i - 1].x} ${mid} ${p.x} ${mid} ${p.x} ${p.y}`;
  }, '');
}

const label = (x, y, text, kind = '') => draw('text', {x, y, 'text-anchor': 'middle', class: kind}, text);
function cyclesBar(x, y, width, height, cycles) {
  const total = sum(cycles) || 1;
  let at = x;
  return cycles.map((c, i) => {
    const part = draw('rect', {x: at, y, width: (width * c) / total, height, style: `fill:${causes[i].color}`});
    at += (width * c) / total;
    return part;
  });
}

/// Makes a part of the picture react to a click, Enter or the space bar.
function toggle(e, name, isOpen, act) {
  for (const [key, value] of Object.entries({tabindex: 0, role: 'button', 'aria-expanded': isOpen, 'aria-label': name})) e.setAttribute(key, value);
  e.classList.add('toggle');
  e.addEventListener('click', act);
  e.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act();
  });
  return e;
}

function drawContext(node, change) {
  const {x, y} = node, {wide, high} = boxes, group = node.of;
  const e = draw('g', {}, draw('rect', {class: 'node', x, y, width: wide, height: node.size.height, rx: 4}),
    label(x + wide / 2, y + 18, cut(group.what, 27)),
    label(x + wide / 2, y + 35, `${group.how}${timesOf(node.copies)}${node.copies > 1 ? (node.unfolded ? ' ▾' : ' ▸') : ''}`, 'soft'),
    ...cyclesBar(x + 1, y + high - 9, wide - 2, 8, group.cycles));
  if (node.unfolded) node.units.forEach((unit, i) => {
    const at = y + high + 3 + i * boxes.copy;
    e.append(draw('text', {x: x + 6, y: at + 8, class: 'tiny'}, String(unit.body)),
      withTip(draw('g', {}, ...cyclesBar(x + 26, at, wide - 32, boxes.copy - 3, unit.cycles)), `${nameOf(group)}, body ${unit.body}\n\n${causeLines(unit.cycles)}`));
  });
  withTip(e, `${nameOf(group)}${timesOf(node.copies)}\n\n${causeLines(group.cycles)}`);
  return node.copies > 1 ? toggle(e, `${nameOf(group)}, ${node.copies} copies`, !!node.unfolded, () => change(node, 'unfolded')) : e;
}
function drawMemory(node) {
  const {x, y} = node, {wide, high} = boxes, memory = node.of;
  return withTip(draw('g', {}, draw('rect', {class: 'node memory', x, y, width: wide, height: high, rx: 24}),
    label(x + wide / 2, y + 22, cut(memory.what, 25)), label(x + wide / 2, y + 39, `${memory.kind}${timesOf(node.copies)}`, 'soft')),
    `${memory.what}\n${memory.kind}${timesOf(node.copies)}, in the program ${memory.name}\n${grouped(memory.words)} words${memory.buffers > 1 ? ` in each of ${memory.buffers} buffers` : ''}`);
}
function drawLoop(node, change) {
  const {x, y} = node, {wide, high} = boxes, loop = node.of, isOpen = !node.folded;
  const contexts = `${node.contexts} context${node.contexts === 1 ? '' : 's'}`, about = `${loop.what}${timesOf(node.copies)}\n${contexts}`;
  const e = isOpen
    ? draw('g', {}, draw('rect', {class: 'head', x, y, width: node.size.width, height: boxes.head, rx: 6}),
      draw('text', {x: x + 10, y: y + 16}, `▾ ${cut(loop.what, Math.floor(node.size.width / 7) - 6)}${timesOf(node.copies)}`))
    : draw('g', {}, draw('rect', {class: 'node folded', x, y, width: wide, height: high, rx: 6}), label(x + wide / 2, y + 18, cut(loop.what, 27)),
      label(x + wide / 2, y + 35, `▸ loop${timesOf(node.copies)}, ${contexts}`, 'soft'), ...cyclesBar(x + 1, y + high - 9, wide - 2, 8, node.cycles));
  return toggle(withTip(e, isOpen ? about : `${about}\n\n${causeLines(node.cycles)}`), `${loop.what}, ${contexts}`, isOpen, () => change(node, 'folded'));
}

/// Draws the unfolded nodes; `change` folds and unfolds.
function drawGraph(tree, edges, svg, change) {
  const ends = new Map();
  for (const [from, to] of edges) {
    const [a, b] = [shown(from), shown(to)];
    if (a !== b) ends.set(`${a.id},${b.id}`, [a, b]);
  }
  const visible = [...ends.values()];
  arrangeInside(tree.top, visible);
  settle(tree.top, 8, 8);
  const isSeen = tree.all.filter((node) => shown(node) === node);
  const open = isSeen.filter((node) => node.kind === 'loop' && !node.folded).sort((a, b) => a.depth - b.depth);
  const linesOf = new Map();
  const lines = visible.map(([a, b]) => {
    const line = draw('path', {class: 'edge', d: wayOf(a, b)});
    for (const node of [a, b]) linesOf.set(node, [...(linesOf.get(node) || []), line]);
    return line;
  });
  const nodes = isSeen.map((node) => {
    const e = node.kind === 'context' ? drawContext(node, change) : node.kind === 'memory' ? drawMemory(node) : drawLoop(node, change);
    const light = (isLit) => () => (linesOf.get(node) || []).forEach((line) => line.classList.toggle('lit', isLit));
    for (const [event, isLit] of [['mouseenter', true], ['mouseleave', false], ['focus', true], ['blur', false]]) e.addEventListener(event, light(isLit));
    e.dataset.id = node.id;
    return e;
  });
  svg.replaceChildren(...open.map((node) => draw('rect', {class: 'body', x: node.x, y: node.y, width: node.size.width, height: node.size.height, rx: 6})), ...lines, ...nodes);
  return {width: tree.top.inner.width + 16, height: tree.top.inner.height + 16};
}

/// Initially, inner loops are folded if the whole picture would be scaled below this, and outermost loops below half of it.
const legible = 0.75;

function showGraph(s) {
  const tree = treeOf(s);
  byId('graph').closest('section').hidden = tree.all.length === 0;
  if (tree.all.length === 0) return;
  if (s.graph.title) byId('graph-title').textContent = s.graph.title;
  if (s.graph.intro) byId('graph-intro').textContent = s.graph.intro;
  const edges = s.graph.edges.map(([from, to]) => [tree.all[from], tree.all[to]]);
  const svg = draw('svg', {tabindex: 0, role: 'group', 'aria-label': `Dataflow graph of ${s.groups.length} contexts and ${s.graph.memories.length} memories in ${s.loops.length} loops; the table of units lists them`});
  const tools = element('div', {class: 'tools', role: 'group', 'aria-label': 'View of the graph'});
  byId('graph').replaceChildren(tools, svg);
  let view;
  const redraw = () => {
    const size = drawGraph(tree, edges, svg, change);
    const room = {width: byId('graph').clientWidth, height: Math.max(320, Math.min(760, innerHeight * 0.8))};
    const scale = Math.min(1, room.width / size.width, room.height / size.height);
    svg.style.height = `${Math.max(180, Math.min(room.height, Math.ceil(size.height * scale)))}px`;
    return {size, scale};
  };
  function change(node, what) {
    const {x, y} = node;
    node[what] = !node[what];
    const {size} = redraw();
    view.exchange(size, {x: node.x - x, y: node.y - y});
    svg.querySelector(`[data-id="${node.id}"]`).focus({preventScroll: true});
  }
  const setAll = (isFolded) => {
    for (const loop of tree.loops) loop.folded = isFolded;
    const {size} = redraw();
    view.exchange(size, {x: 0, y: 0});
    view.fit();
  };
  for (let depth = Math.max(-1, ...tree.loops.map((loop) => loop.depth)); depth >= 0 && redraw().scale < (depth > 0 ? legible : legible / 2); --depth)
    for (const loop of tree.loops) if (loop.depth === depth) loop.folded = true;
  view = zoomable(svg, redraw().size);
  const button = (text, name, act) => {
    const e = element('button', {type: 'button', 'aria-label': name, title: name}, text);
    e.addEventListener('click', act);
    tools.append(e);
  };
  button('+', 'zoom in', () => view.zoom(1.25));
  button('−', 'zoom out', () => view.zoom(0.8));
  button('fit', 'fit to the view', () => view.fit());
  button('fold all', 'fold all loops', () => setAll(true));
  button('unfold all', 'unfold all loops', () => setAll(false));
}
