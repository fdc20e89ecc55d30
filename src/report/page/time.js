// ---------------------------------------------------------------- numbers, time, and timelines

function showNumbers(s) {
  const n = s.numbers;
  byId('title').textContent = s.blame && s.blame.expression.length ? s.blame.expression.map((p) => p.text).join('') : s.title;
  const said = [['', `${grouped(n.cycles)} cycles`], ['', short(n.seconds, 's')], ...(n.blocks ? [['', `${n.blocks} blocks`]] : []), ['', `${n.gbPerSecond.toFixed(1)} GB/s`],
    ...(s.used || {kinds: []}).kinds.map((kind, i) => [kind, `${s.used.used[i]} of ${s.used.available[i]}`]), ['', s.verified ? 'result verified' : 'result WRONG']];
  byId('numbers').replaceChildren(...said.map(([name, value]) => element('span', {}, name ? name + ' ' : '', element('b', {}, value))));
  document.title = `${s.title}: ${grouped(n.cycles)} cycles`;
}

function showTime(s) {
  const blame = s.blame;
  const group = s.groups[blame.group];
  const total = sum(group.cycles) || 1;
  byId('time-intro').textContent = s.intro || `The time of the busiest compute unit${group.copies > 1 ? `s (${group.copies} for ` : ' ('}${group.what}), by cause. ` +
    `Each wait counts for the access or loop at the end of its chain. When active, ${percent(group.lanes)} of the lanes were at work.`;
  const share = (item) => sum(item.cycles) / total;
  const marked = (item) => withTip(element('span', {class: 'access', style: `border-color:${shares(item.cycles)[0].color}`}, element('small', {}, percent(share(item))), item.item),
    `${item.item}: ${percent(share(item))}\n\n${causeLines(item.cycles)}`);
  const written = new Set(blame.expression.map((piece) => piece.item));
  const others = blame.items.filter((item, i) => !written.has(i) && share(item) >= 0.01).slice(0, 8);
  byId('expression').replaceChildren(
    ...blame.expression.map((piece) => (piece.item < 0 ? element('span', {class: 'plain'}, piece.text) : marked(blame.items[piece.item]))),
    ...others.map((item) => element('span', {class: 'loop'}, marked(item))));
  byId('bar').replaceChildren(bar(group.cycles));
  fillTable(byId('causes'), '', ['cause', '#share', 'the unit', 'remedy'],
    shares(group.cycles).map((cause) => ({cells: [swatch(cause), percent(cause.share), cause.means, cause.remedy]})));
  fillTable(byId('blame'), 'By access and loop', ['access or loop', '#share', 'causes', 'mostly'],
    blame.items.filter((item) => share(item) > 0.0005).map((item) => ({cells: [item.item, percent(share(item)), bar(item.cycles), swatch(shares(item.cycles)[0])]})));
}

/// Neighbours with the same load, in steps of a tenth, form one rectangle.
function strip(busy) {
  const svg = draw('svg', {viewBox: `0 0 ${busy.length} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true'});
  const step = busy.map((b) => Math.ceil(b / 10));
  for (let i = 0; i < step.length;) {
    let end = i + 1;
    while (end < step.length && step[end] === step[i]) ++end;
    if (step[i]) svg.append(draw('rect', {x: i, y: 0, width: end - i, height: 1, style: `fill:${heat(step[i] / 10)}`}));
    i = end;
  }
  return svg;
}

function showTimeline(s) {
  const {rows, windowCycles} = s.timeline;
  byId('timeline').closest('section').hidden = rows.length === 0;
  const made = rows.map((row) => {
    const when = `cycles ${grouped(row.first)} to ${grouped(row.last)}`;
    const drawn = withTip(element('div', {class: 'strip', role: 'img', 'aria-label': when}, strip(row.busy)), (event) => {
      const at = Math.max(0, Math.min(row.busy.length - 1, Math.floor((row.busy.length * event.offsetX) / event.currentTarget.clientWidth)));
      return `${row.what}\n${when}\n\nfrom cycle ${grouped(1 + at * windowCycles)} on: active in ${row.busy[at]} % of the cycles`;
    });
    return element('div', {class: row.depth ? 'row' : 'row top'}, element('span', {class: 'part', style: `--depth:${row.depth}`}, row.what),
      element('span', {class: 'when'}, `${grouped(row.first)} – ${grouped(row.last)}`), drawn);
  });
  const ends = element('div', {class: 'row'}, element('span', {class: 'part'}), element('span', {class: 'when'}, 'cycles'),
    element('div', {class: 'ends'}, element('span', {}, '1'), element('span', {}, grouped(s.numbers.cycles))));
  byId('timeline').replaceChildren(...made, ends);
}
