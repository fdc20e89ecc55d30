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

