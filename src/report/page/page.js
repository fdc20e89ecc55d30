// ---------------------------------------------------------------- the page

function show(index) {
  const s = data.simulations[index];
  [...byId('simulations').children].forEach((button, i) => button.setAttribute('aria-pressed', String(i === index)));
  showNumbers(s);
  byId('time-title').closest('section').hidden = !s.blame;
  if (s.blame) showTime(s);
  showTimeline(s);
  byId('grid').closest('section').hidden = !s.grid;
  if (s.grid) showGrid(s);
  byId('roofline').closest('section').hidden = !s.roofline;
  if (s.roofline) showRoofline(s);
  if (s.bandwidth) showBandwidth(s);
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
