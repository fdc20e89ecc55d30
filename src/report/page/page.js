'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const causeColors = ['active', 'scan', 'load-store', 'bank-conflict', 'shuffle', 'imbalance', 'network', 'dram'].map((name) => `var(--${name})`);
const byId = (id) => document.getElementById(id);
const sum = (list) => list.reduce((a, b) => a + b, 0);
const grouped = (n) => Math.round(n).toLocaleString('en-US');
const percent = (x) => (x > 0 && x < 0.001 ? '<\u00a00.1\u00a0%' : (100 * x).toFixed(1) + '\u00a0%');

/// 1.23 M: at most three digits and the prefix.
function short(x, unit) {
  if (!x) return `0 ${unit}`;
  const prefixes = ['p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P'];
  const power = Math.max(-4, Math.min(5, Math.floor(Math.log10(Math.abs(x)) / 3 + 1e-9)));
  return `${Number((x / 10 ** (3 * power)).toPrecision(3))} ${prefixes[power + 4]}${unit}`;
}

// ---------------------------------------------------------------- elements

function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}
function draw(name, attributes = {}, ...children) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}
const picture = (width, height, label) => draw('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label});

const tip = byId('tip');
function withTip(e, text) {
  const show = (event) => {
    tip.textContent = text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(6, Math.min(event.clientX + 14, innerWidth - box.width - 6)) + 'px';
    tip.style.top = (event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 10 : event.clientY + 18) + 'px';
  };
  e.addEventListener('mousemove', show);
  e.addEventListener('mouseleave', () => { tip.hidden = true; });
  return e;
}

/// Lines "cause  share" of cycles by cause, largest first.
function causeLines(cycles) {
  const total = sum(cycles) || 1;
  return cycles.map((c, i) => [c, data.causes[i]]).filter(([c]) => c > 0).sort((a, b) => b[0] - a[0]).map(([c, cause]) => `${cause} ${percent(c / total)}`).join('\n');
}
function bar(cycles, total, label) {
  const e = element('div', {class: 'bar', role: 'img', 'aria-label': label});
  cycles.forEach((c, i) => {
    if (c <= 0) return;
    const part = element('span', {style: `width:${(100 * c) / total}%;background:${causeColors[i]}`});
    e.append(withTip(part, `${data.causes[i]}: ${percent(c / total)}`));
  });
  return e;
}
function legend(cycles, total) {
  const list = element('ul', {class: 'legend'});
  data.causes.forEach((cause, i) => {
    list.append(element('li', {}, element('i', {style: `background:${causeColors[i]}`}), `${cause} `, element('b', {}, percent(cycles[i] / total))));
  });
  return list;
}
function fillTable(table, caption, heads, rows) {
  table.replaceChildren(element('caption', {}, caption));
  const numeric = heads.map((head) => head.startsWith('#'));
  const cells = (kind, values) => values.map((value, i) => element(kind, numeric[i] ? {class: 'n'} : {}, value));
  table.append(element('thead', {}, element('tr', {}, ...cells('th', heads.map((head) => head.replace('#', ''))))));
  table.append(element('tbody', {}, ...rows.map((row) => element('tr', {class: row.mark || ''}, ...cells('td', row.cells)))));
}
const nameOf = (group) => `${group.what}, ${group.how}`;

// ---------------------------------------------------------------- numbers and time

function showNumbers(s) {
  const n = s.numbers;
  byId('title').textContent = s.blame && s.blame.expression.length ? s.blame.expression.map((p) => p.text).join('') : s.title;
  const said = [['', `${grouped(n.cycles)} cycles`], ['', short(n.seconds, 's')], ['', `${n.gbPerSecond.toFixed(1)} GB/s`],
    ...n.resources.map(([name, used, have]) => [name, `${used} of ${have}`]), ['', s.verified ? 'result verified' : 'result WRONG']];
  byId('numbers').replaceChildren(...said.map(([name, value]) => element('span', {}, name ? name + ' ' : '', element('b', {}, value))));
  document.title = `${s.title}: ${grouped(n.cycles)} cycles`;
}

function showTime(s) {
  const blame = s.blame;
  const group = s.groups[blame.group];
  const total = sum(group.cycles) || 1;
  byId('time-intro').textContent = `The time of the busiest compute unit${group.copies > 1 ? `s (${group.copies} for ` : ' ('}${group.what}), by cause. ` +
    `Each wait counts for the access or loop at the end of its chain. When active, ${percent(blame.lanes)} of the lanes were at work.`;
  const share = (item) => sum(item.cycles) / total;
  const hue = (item) => causeColors[item.cycles.indexOf(Math.max(...item.cycles))];
  const marked = (item) => withTip(element('span', {class: 'access', style: `border-color:${hue(item)}`}, element('small', {}, percent(share(item))), item.item),
    `${item.item}: ${percent(share(item))}\n\n${causeLines(item.cycles)}`);
  const written = new Set(blame.expression.map((piece) => piece.item));
  const others = blame.items.filter((item, i) => !written.has(i) && share(item) >= 0.01).slice(0, 8);
  byId('expression').replaceChildren(
    ...blame.expression.map((piece) => (piece.item < 0 ? element('span', {class: 'plain'}, piece.text) : marked(blame.items[piece.item]))),
    ...others.map((item) => element('span', {class: 'loop'}, marked(item))));
  byId('causes').replaceChildren(bar(group.cycles, total, 'Cycles by cause: ' + causeLines(group.cycles).replaceAll('\n', ', ')), legend(group.cycles, total));
  fillTable(byId('blame'), 'By access and loop', ['access or loop', '#share', 'causes', 'mostly'],
    blame.items.filter((item) => share(item) > 0.0005).map((item) => ({
      cells: [item.item, percent(share(item)), bar(item.cycles, total, causeLines(item.cycles)), data.causes[item.cycles.indexOf(Math.max(...item.cycles))]]})));
}

// ---------------------------------------------------------------- the grid

const heat = (share) => `color-mix(in srgb, var(--heat-high) ${Math.round(100 * share)}%, var(--heat-low))`;

function showGrid(s) {
  const {rows, columns, units} = s.grid;
  const size = 26, edge = 44;
  const svg = picture(columns * size + 2 * edge, rows * size + 8, `The ${rows} by ${columns} grid of the chip with ${units.length} units in use`);
  const at = (row, column) => [edge + column * size, 4 + row * size];
  const shape = (isPcu, x, y, style) => isPcu ? draw('rect', {x: x + 3, y: y + 3, width: size - 6, height: size - 6, rx: 3, ...style})
    : draw('circle', {cx: x + size / 2, cy: y + size / 2, r: size / 2 - 3, ...style});
  for (let r = 0; r < rows; ++r) for (let c = 0; c < columns; ++c) svg.append(shape((r + c) % 2 === 0, ...at(r, c), {style: 'fill:var(--empty)'}));
  const held = new Map();
  for (const unit of units) {
    const key = `${unit.row},${unit.column}`;
    held.set(key, [...(held.get(key) || []), unit]);
  }
  for (const list of held.values()) {
    list.forEach((unit, i) => {
      const [x, y] = at(unit.row, unit.column);
      const style = {style: `fill:${heat(unit.active)}`, class: 'hot'};
      const isEdge = unit.column < 0 || unit.column >= columns;
      const high = (size - 4) / Math.max(2, list.length);
      const e = isEdge ? draw('rect', {x: unit.column < 0 ? 4 : x + 6, y: y + 2 + i * high, width: edge - 12, height: high - 1, rx: 2, ...style}) : shape(unit.kind === 'PCU', x, y, style);
      const serves = [...new Set(unit.units.map((u) => nameOf(s.groups[s.units[u].group])))];
      const body = unit.units.length ? s.units[unit.units[0]].body : null;
      const cycles = unit.units.length === 1 ? '\n\n' + causeLines(s.units[unit.units[0]].cycles) : '';
      svg.append(withTip(e, `${unit.kind}, row ${unit.row}, ${isEdge ? 'edge' : 'column ' + unit.column}${unit.holds ? ', holds ' + unit.holds : ''}\n${serves.join('\n')}${body === null ? '' : '\nbody ' + body}\nactive ${percent(unit.active)}${cycles}`));
    });
  }
  const counts = ['PCU', 'PMU', 'MC'].map((kind) => {
    const of = units.filter((unit) => unit.kind === kind);
    return {cells: [kind, grouped(of.length), of.length ? percent(sum(of.map((unit) => unit.active)) / of.length) : '', of.length ? percent(Math.max(...of.map((unit) => unit.active))) : '']};
  });
  const table = element('table');
  fillTable(table, 'Units in use', ['kind', '#units', '#active on average', '#at most'], counts);
  byId('grid').replaceChildren(svg, element('div', {class: 'scale'}, 'active in', element('div', {class: 'gradient'}),
    element('div', {class: 'ends'}, element('span', {}, '0 %'), element('span', {}, '100 % of the cycles')), element('br'), table));
}

// ---------------------------------------------------------------- roofline and bandwidth

function axes(svg, box, x, y) {
  for (const {value, text} of x.ticks) {
    const at = x.to(value);
    svg.append(draw('line', {class: 'rule', x1: at, x2: at, y1: box.top, y2: box.bottom}), draw('text', {class: 'soft', x: at, y: box.bottom + 16, 'text-anchor': 'middle'}, text));
  }
  for (const {value, text} of y.ticks) {
    const at = y.to(value);
    svg.append(draw('line', {class: 'rule', x1: box.left, x2: box.right, y1: at, y2: at}), draw('text', {class: 'soft', x: box.left - 6, y: at + 4, 'text-anchor': 'end'}, text));
  }
  svg.append(draw('path', {class: 'axis', d: `M${box.left} ${box.top}V${box.bottom}H${box.right}`}),
    draw('text', {class: 'soft', x: (box.left + box.right) / 2, y: box.bottom + 33, 'text-anchor': 'middle'}, x.label),
    draw('text', {class: 'soft', x: box.left, y: box.top - 8, 'text-anchor': 'start'}, y.label));
}
function logScale(low, high, from, to, label, text) {
  const [a, b] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const step = Math.max(1, Math.ceil((b - a) / 7));
  const ticks = [];
  for (let power = a; power <= b; power += step) ticks.push({value: 10 ** power, text: text(10 ** power)});
  return {to: (value) => from + ((Math.log10(value) - a) / (b - a)) * (to - from), ticks, label, low: 10 ** a, high: 10 ** b};
}

function showRoofline(s) {
  const r = s.roofline;
  const box = {left: 64, right: 500, top: 30, bottom: 270};
  const svg = picture(520, 312, 'Roofline');
  const intro = byId('roof-intro');
  if (!r.operations || r.intensity === null) {
    intro.textContent = 'The program does no arithmetic on vectors, so that it has no place under the roofline.';
    return byId('roofline').replaceChildren();
  }
  const limit = (roof) => (r.bandwidth > 0 ? Math.min(roof, r.bandwidth * r.intensity) : roof);
  const isBound = r.bandwidth > 0 && r.bandwidth * r.intensity < r.inUse;
  intro.textContent = `${grouped(r.operations)} operations on ${short(r.bytes, 'B')} of DRAM: ${r.intensity.toPrecision(3)} operations a byte. At that, ` +
    (isBound ? `the bandwidth allows ${short(limit(r.inUse), 'op/s')}` : `the units in use allow ${short(r.inUse, 'op/s')}`) +
    `; the run attained ${short(r.attained, 'op/s')}, ${percent(r.attained / limit(r.inUse))} of it.`;
  const knee = r.bandwidth > 0 ? r.chip / r.bandwidth : r.intensity * 10;
  const x = logScale(Math.min(r.intensity, knee) / 4, Math.max(r.intensity, knee) * 4, box.left, box.right, 'operations a byte', (v) => String(Number(v.toPrecision(3))));
  const low = Math.min(r.attained, r.bandwidth > 0 ? r.bandwidth * x.low : r.attained) / 2;
  const y = logScale(Math.max(low, r.attained / 1e4), r.chip * 2, box.bottom, box.top, 'operations a second', (v) => short(v, ''));
  axes(svg, box, x, y);
  const roof = (compute, color, dash, name) => {
    const bend = r.bandwidth > 0 ? Math.max(x.low, Math.min(x.high, compute / r.bandwidth)) : x.low;
    const start = r.bandwidth > 0 ? Math.max(x.low, y.low / r.bandwidth) : x.low;
    const slope = r.bandwidth > 0 && bend > start ? `M${x.to(start)} ${y.to(r.bandwidth * start)}L${x.to(bend)} ${y.to(compute)}` : `M${x.to(bend)} ${y.to(compute)}`;
    svg.append(draw('path', {d: `${slope}H${box.right}`, fill: 'none', stroke: color, 'stroke-width': 2, 'stroke-dasharray': dash}),
      draw('text', {x: box.right - 4, y: y.to(compute) - 6, 'text-anchor': 'end'}, name));
  };
  roof(r.chip, 'var(--soft)', '5 4', `all PCUs ${short(r.chip, 'op/s')}`);
  roof(r.inUse, 'var(--dram)', '', `units in use ${short(r.inUse, 'op/s')}`);
  if (r.bandwidth > 0) {
    const [begin, end] = [Math.max(x.low, y.low / r.bandwidth), Math.min(x.high, r.inUse / r.bandwidth)];
    const near = begin * (end / begin) ** 0.15;
    svg.append(draw('text', {x: x.to(near) + 10, y: y.to(r.bandwidth * near) + 14}, short(r.bandwidth, 'B/s')));
  }
  const [px, py] = [x.to(r.intensity), y.to(r.attained)];
  const isRight = px > (box.left + box.right) / 2;
  svg.append(draw('line', {x1: px, x2: px, y1: py, y2: y.to(limit(r.inUse)), stroke: 'var(--accent)', 'stroke-dasharray': '2 3'}),
    withTip(draw('circle', {cx: px, cy: py, r: 6, fill: 'var(--accent)', class: 'hot'}), `This run\n${r.intensity.toPrecision(3)} operations a byte\n${short(r.attained, 'op/s')}`),
    draw('text', {x: px + (isRight ? -11 : 11), y: py + 5, 'text-anchor': isRight ? 'end' : 'start', style: 'font-weight:600'}, `this run ${short(r.attained, 'op/s')}`));
  byId('roofline').replaceChildren(svg);
}

function showBandwidth(s) {
  const b = s.bandwidth;
  const total = b.reads.map((n, i) => n + b.writes[i]);
  const box = {left: 64, right: 500, top: 30, bottom: 270};
  const svg = picture(520, 312, 'DRAM bandwidth over the cycles of the run');
  const merged = Math.max(1, Math.ceil(total.length / 109));
  const rate = (list, i) => (sum(list.slice(i, i + merged)) * b.burstBytes * b.clockGhz) / (b.windowCycles * Math.min(merged, total.length - i));
  const points = [];
  for (let i = 0; i < total.length; i += merged) points.push({cycle: 1 + i * b.windowCycles, read: rate(b.reads, i), all: rate(total, i)});
  points.push({cycle: Math.min(s.numbers.cycles + 1, 1 + total.length * b.windowCycles), read: 0, all: 0});
  const peak = s.numbers.peakGbPerSecond;
  const top = Math.max(...points.map((p) => p.all), peak, 1e-9) * 1.08;
  const nice = (high) => [1, 2, 2.5, 5, 10].map((m) => m * 10 ** Math.floor(Math.log10(high / 4))).find((step) => high / step <= 5);
  const linear = (high, from, to, label) => {
    const ticks = [];
    for (let value = 0; value <= high; value += nice(high)) ticks.push({value, text: value >= 1e4 ? short(value, '').trim() : String(Number(value.toPrecision(4)))});
    return {to: (value) => from + (value / high) * (to - from), ticks, label};
  };
  const x = linear(Math.max(1, s.numbers.cycles), box.left, box.right, 'cycle'), y = linear(top, box.bottom, box.top, 'GB/s, read and written');
  axes(svg, box, x, y);
  const area = (key) => points.reduce((d, p, i) => d + (i ? `H${x.to(p.cycle).toFixed(1)}` : `M${x.to(p.cycle).toFixed(1)} ${box.bottom}`) + `V${y.to(p[key]).toFixed(1)}`, '') + `V${box.bottom}Z`;
  svg.append(draw('path', {d: area('all'), fill: 'var(--network)'}), draw('path', {d: area('read'), fill: 'var(--dram)'}));
  if (peak > 0) svg.append(draw('line', {x1: box.left, x2: box.right, y1: y.to(peak), y2: y.to(peak), stroke: 'var(--soft)', 'stroke-dasharray': '5 4'}),
    draw('text', {x: box.right - 4, y: y.to(peak) - 5, 'text-anchor': 'end'}, `peak ${peak.toFixed(0)} GB/s`));
  const key = (at, color, text) => svg.append(draw('rect', {x: at, y: 8, width: 11, height: 11, rx: 2, fill: color}), draw('text', {x: at + 16, y: 18}, text));
  key(380, 'var(--dram)', 'read');
  key(434, 'var(--network)', 'written');
  byId('bandwidth').replaceChildren(svg);
}

// ---------------------------------------------------------------- the graph

/// Layers from top to bottom, without the edges that go back; longer edges pass through the layers between by places of their own.
function layersOf(count, edges) {
  const out = Array.from({length: count}, () => []);
  for (const [from, to] of edges) if (from !== to) out[from].push(to);
  const state = new Array(count).fill(0), order = [], back = new Set();
  const visit = (first) => {
    const stack = [[first, 0]];
    state[first] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top[1] === out[top[0]].length) {
        state[top[0]] = 2;
        order.push(top[0]);
        stack.pop();
        continue;
      }
      const to = out[top[0]][top[1]++];
      if (state[to] === 1) back.add(`${top[0]},${to}`);
      if (state[to] === 0) {
        state[to] = 1;
        stack.push([to, 0]);
      }
    }
  };
  for (let node = 0; node < count; ++node) if (state[node] === 0) visit(node);
  const forward = edges.filter(([from, to]) => from !== to && !back.has(`${from},${to}`));
  const layer = new Array(count).fill(0);
  for (const node of order.reverse()) for (const to of out[node]) if (!back.has(`${node},${to}`)) layer[to] = Math.max(layer[to], layer[node] + 1);
  for (const node of order.reverse()) {  // sources come as low as their readers allow
    const readers = forward.filter(([from]) => from === node).map(([, to]) => layer[to]);
    if (readers.length && !forward.some(([, to]) => to === node)) layer[node] = Math.min(...readers) - 1;
  }
  return {layer, forward};
}

function arrange(count, edges) {
  const {layer, forward} = layersOf(count, edges);
  const rows = [];
  const put = (id, at) => (rows[at] = rows[at] || []).push(id);
  for (let id = 0; id < count; ++id) put(id, layer[id]);
  const paths = [], links = [];
  let next = count;
  for (const [from, to] of forward) {
    const path = [from];
    for (let at = layer[from] + 1; at < layer[to]; ++at) {
      put(next, at);
      path.push(next++);
    }
    path.push(to);
    for (let i = 1; i < path.length; ++i) links.push([path[i - 1], path[i]]);
    paths.push(path);
  }
  const above = new Map(), below = new Map();
  for (const [a, b] of links) {
    above.set(b, [...(above.get(b) || []), a]);
    below.set(a, [...(below.get(a) || []), b]);
  }
  const full = Array.from(rows, (row) => row || []);
  const place = new Map();
  const number = (row) => row.forEach((id, i) => place.set(id, (i + 0.5) / row.length));
  full.forEach(number);
  for (let sweep = 0; sweep < 12; ++sweep) {
    const near = sweep % 2 ? below : above;
    for (const row of sweep % 2 ? [...full].reverse() : full) {
      const key = new Map(row.map((id) => [id, near.get(id) ? sum(near.get(id).map((n) => place.get(n))) / near.get(id).length : place.get(id)]));
      row.sort((a, b) => key.get(a) - key.get(b));
      number(row);
    }
  }
  return {rows: full, paths, near: [above, below]};
}

/// Columns in pixels: each node as near to its neighbours as those beside it allow.
function columnsOf({rows, near}, width) {
  const x = new Map();
  const wide = (row) => sum(row.map(width));
  const most = Math.max(...rows.map(wide));  // wider than the widest row the picture does not become
  const bounds = rows.map((row) => {
    let at = 0;
    return row.map((id) => {
      at += width(id);
      return [at - width(id) / 2, at - width(id) / 2 + most - wide(row)];
    });
  });
  rows.forEach((row, r) => row.forEach((id, i) => x.set(id, (bounds[r][i][0] + bounds[r][i][1]) / 2)));
  for (let sweep = 0; sweep < 40; ++sweep) {
    for (const r of [...rows.keys()].sort((a, b) => (sweep % 2 ? b - a : a - b))) {
      const row = rows[r];
      const wanted = row.map((id) => {
        const list = [...(near[0].get(id) || []), ...(near[1].get(id) || [])];
        return list.length ? sum(list.map((n) => x.get(n))) / list.length : x.get(id);
      });
      const fit = (ids, want, sign) => {
        const got = [];
        ids.forEach((id, i) => {
          const least = i ? got[i - 1] + sign * (width(ids[i - 1]) + width(id)) / 2 : want[i];
          got.push(sign > 0 ? Math.max(want[i], least) : Math.min(want[i], least));
        });
        return got;
      };
      const right = fit(row, wanted, 1), left = fit([...row].reverse(), [...wanted].reverse(), -1).reverse();
      row.forEach((id, i) => x.set(id, Math.max(bounds[r][i][0], Math.min(bounds[r][i][1], (right[i] + left[i]) / 2))));
    }
  }
  return x;
}

function cut(text, letters) { return text.length > letters ? text.slice(0, letters - 1) + '…' : text; }

function showGraph(s) {
  const groups = s.groups, memories = s.graph.memories, count = groups.length + memories.length;
  byId('graph').closest('section').hidden = count === 0;
  if (count === 0) return;
  const arranged = arrange(count, s.graph.edges);
  const isNode = (id) => id < count;
  const wide = 176, high = 50, layerHigh = 92, gap = 16;
  const x = columnsOf(arranged, (id) => (isNode(id) ? wide + gap : 18));
  const rowOf = new Map();
  arranged.rows.forEach((row, i) => row.forEach((id) => rowOf.set(id, i)));
  const lowest = Math.min(...x.values()) - wide / 2 - 4;
  const width = Math.max(...x.values()) + wide / 2 + 4 - lowest, height = arranged.rows.length * layerHigh - (layerHigh - high) + 8;
  const svg = picture(width, height, `Dataflow graph of ${groups.length} groups of contexts and ${memories.length} memories; the table of units lists them`);
  const px = (id) => x.get(id) - lowest, py = (id) => 4 + rowOf.get(id) * layerHigh;
  for (const path of arranged.paths) {
    let d = '';
    path.slice(1).forEach((id, i) => {
      const from = path[i], y1 = py(from) + (isNode(from) ? high : high / 2), y2 = py(id) + (isNode(id) ? 0 : high / 2), mid = (y1 + y2) / 2;
      d += `${i ? '' : `M${px(from)} ${y1}`}C${px(from)} ${mid} ${px(id)} ${mid} ${px(id)} ${y2}`;
    });
    svg.append(draw('path', {class: 'edge', d}));
  }
  const label = (id, y, text, soft) => draw('text', {x: px(id), y: py(id) + y, 'text-anchor': 'middle', class: soft ? 'soft' : ''}, text);
  groups.forEach((group, id) => {
    const total = sum(group.cycles) || 1;
    const node = draw('g', {}, draw('rect', {class: 'node hot', x: px(id) - wide / 2, y: py(id), width: wide, height: high, rx: 3}),
      label(id, 18, cut(group.what, 27)), label(id, 34, `${group.copies > 1 ? group.copies + ' × ' : ''}${group.how}`, true));
    let at = px(id) - wide / 2 + 1;
    group.cycles.forEach((c, i) => {
      const part = ((wide - 2) * c) / total;
      node.append(draw('rect', {x: at, y: py(id) + high - 8, width: part, height: 7, style: `fill:${causeColors[i]}`}));
      at += part;
    });
    svg.append(withTip(node, `${nameOf(group)}\n${group.copies} ${group.kind}\n\n${causeLines(group.cycles)}`));
  });
  memories.forEach((memory, i) => {
    const id = groups.length + i;
    const node = draw('g', {}, draw('rect', {class: 'node hot', x: px(id) - wide / 2, y: py(id), width: wide, height: high, rx: 22, style: 'fill:var(--empty)'}),
      label(id, 21, cut(memory.name, 25)), label(id, 38, cut(memory.kind, 25), true));
    svg.append(withTip(node, `${memory.kind} ${memory.name}\n${memory.what}\n${grouped(memory.words)} words${memory.buffers > 1 ? ` in each of ${memory.buffers} buffers` : ''}`));
  });
  byId('graph').replaceChildren(svg);
  byId('graph').scrollLeft = (width - byId('graph').clientWidth) / 2;
}

// ---------------------------------------------------------------- tables and text

function showUnits(s) {
  const rows = s.groups.map((group, i) => {
    const total = sum(group.cycles) || 1;
    return {mark: s.blame && s.blame.group === i ? 'busiest' : '',
      cells: [group.what, group.how, `${group.copies} ${group.kind}`, bar(group.cycles, total, causeLines(group.cycles)), ...group.cycles.map((c) => (c ? percent(c / total) : '·'))]};
  });
  fillTable(byId('units'), '', ['serves', 'does', 'units', 'cycles', ...data.causes.map((cause) => '#' + cause)], rows);
}

function showProgram(s) {
  const p = s.program;
  byId('program').closest('section').hidden = !p;
  if (!p) return;
  const total = sum(s.groups[s.blame.group].cycles) || 1;
  byId('program').replaceChildren(...p.text.replace(/\n$/, '').split('\n').map((line, i) => {
    const share = (p.cycles[i] || 0) / total;
    const style = share > 0 ? `background:color-mix(in srgb, var(--accent) ${Math.round(12 + 60 * share)}%, transparent)` : '';
    return element('div', {style}, element('span', {}, String(i + 1)), element('span', {}, share > 0 ? percent(share) : ''), element('span', {}, line));
  }));
  const first = byId('program').children[p.cycles.findIndex((cycles) => cycles > 0)];
  if (first) byId('program').scrollTop = first.offsetTop - byId('program').offsetTop - 60;
}

function show(index) {
  const s = data.simulations[index];
  [...byId('simulations').children].forEach((button, i) => button.setAttribute('aria-pressed', String(i === index)));
  showNumbers(s);
  byId('time-title').closest('section').hidden = !s.blame;
  if (s.blame) showTime(s);
  showGrid(s);
  showRoofline(s);
  showBandwidth(s);
  showGraph(s);
  showUnits(s);
  showProgram(s);
  fillTable(byId('settings'), '', ['', ''], [...s.settings, ['stardust', `${data.stardust.version} (${data.stardust.git})`]].map((row) => ({cells: row})));
}

if (data.simulations.length > 1) {
  data.simulations.forEach((s, i) => {
    const button = element('button', {type: 'button'}, s.label);
    button.addEventListener('click', () => show(i));
    byId('simulations').append(button);
  });
}
if (data.simulations.length) show(0);
