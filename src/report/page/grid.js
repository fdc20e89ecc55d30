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
  const counts = s.used.kinds.map((kind, i) => {
    const of = units.filter((unit) => unit.kind === kind);
    return {cells: [kind, grouped(s.used.used[i]), grouped(s.used.available[i]), of.length ? percent(sum(of.map((unit) => unit.active)) / of.length) : '·',
      of.length ? percent(Math.max(...of.map((unit) => unit.active))) : '·']};
  });
  const table = element('table');
  fillTable(table, '', ['kind', '#in use', '#of', '#active, on average', '#at most'], counts);
  byId('grid').replaceChildren(svg, element('div', {class: 'scale'}, 'active in', element('div', {class: 'gradient'}),
    element('div', {class: 'ends'}, element('span', {}, '0 %'), element('span', {}, '100 % of the cycles')), element('br'), element('div', {class: 'scroll'}, table)));
}

