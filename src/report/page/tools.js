'use strict';
// Shared by all parts of the page: the data, numbers as text, elements, bars of cycles by cause, tables.
const data = JSON.parse(document.getElementById('data').textContent);
const causes = data.causes.map((cause) => ({...cause, color: `var(--${cause.name.toLowerCase().replace(/[^a-z]+/g, '-')})`}));
const byId = (id) => document.getElementById(id);
const sum = (list) => list.reduce((a, b) => a + b, 0);
const grouped = (n) => Math.round(n).toLocaleString('en-US');
const percent = (x) => (x > 0 && x < 0.001 ? '<\u00a00.1\u00a0%' : (100 * x).toFixed(1) + '\u00a0%');
const cut = (text, letters) => (text.length > letters ? text.slice(0, letters - 1) + '…' : text);

/// 1.23 M: at most three digits and the prefix.
function short(x, unit) {
  if (!x) return `0 ${unit}`;
  const prefixes = ['p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P'];
  const power = Math.max(-4, Math.min(5, Math.floor(Math.log10(Math.abs(x)) / 3 + 1e-9)));
  return `${Number((x / 10 ** (3 * power)).toPrecision(3))} ${prefixes[power + 4]}${unit}`;
}

function filled(e, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}
const element = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) => filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
const picture = (width, height, label) => draw('svg', {viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label});

const tip = byId('tip');
/// `text`, or its value for a place if it is a function.
function withTip(e, text) {
  e.addEventListener('mousemove', (event) => {
    tip.textContent = typeof text === 'function' ? text(event) : text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = Math.max(6, Math.min(event.clientX + 14, innerWidth - box.width - 6)) + 'px';
    tip.style.top = (event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 10 : event.clientY + 18) + 'px';
    event.stopPropagation();  // only the innermost element reacts
  });
  e.addEventListener('mouseleave', () => { tip.hidden = true; });
  return e;
}

/// Causes with their fraction of the cycles, largest first.
function shares(cycles) {
  const total = sum(cycles) || 1;
  return causes.map((cause, i) => ({...cause, share: cycles[i] / total})).filter(({share}) => share > 0).sort((a, b) => b.share - a.share);
}
const causeLines = (cycles) => shares(cycles).map(({name, share}) => `${name} ${percent(share)}`).join('\n');
function bar(cycles) {
  const total = sum(cycles) || 1;
  const e = element('div', {class: 'bar', role: 'img', 'aria-label': 'Cycles by cause: ' + causeLines(cycles).replaceAll('\n', ', ')});
  cycles.forEach((c, i) => {
    if (c > 0) e.append(withTip(element('span', {style: `width:${(100 * c) / total}%;background:${causes[i].color}`}), `${causes[i].name}: ${percent(c / total)}\n${causes[i].means}`));
  });
  return e;
}
/// A cause with its colour.
const swatch = ({name, color}) => element('span', {class: 'swatch'}, element('i', {style: `background:${color}`}), name);

/// A head that begins with # marks a column of numbers.
function fillTable(table, caption, heads, rows) {
  table.replaceChildren(...(caption ? [element('caption', {}, caption)] : []));
  const numeric = heads.map((head) => head.startsWith('#'));
  const cells = (kind, values) => values.map((value, i) => element(kind, numeric[i] ? {class: 'n'} : {}, value));
  if (heads.some(Boolean)) table.append(element('thead', {}, element('tr', {}, ...cells('th', heads.map((head) => head.replace('#', ''))))));
  table.append(element('tbody', {}, ...rows.map((row) => element('tr', {class: row.mark || ''}, ...cells('td', row.cells)))));
}
const nameOf = (group) => `${group.what}, ${group.how}`;
const timesOf = (copies) => (copies > 1 ? ` × ${copies}` : '');
