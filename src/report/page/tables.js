// ---------------------------------------------------------------- tables and text

function showUnits(s) {
  fillTable(byId('units'), '', ['serves', 'does', '#copies', 'cycles by cause', '#active', 'waits mostly for'], s.groups.map((group, i) => {
    const total = sum(group.cycles) || 1;
    const waits = shares(group.cycles).find((cause) => cause.name !== 'active');
    return {mark: s.blame && s.blame.group === i ? 'busiest' : '', cells: [group.what, group.how, String(group.copies), bar(group.cycles),
      percent(group.cycles[0] / total), waits ? element('span', {}, swatch(waits), ` ${percent(waits.share)}`) : '']};
  }));
  byId('used-title').hidden = !s.used;
  if (!s.used) return;
  const {kinds, used, rows} = s.used;
  const count = (n) => (n ? grouped(n) : '·');
  fillTable(byId('used'), '', ['serves', 'does', '#copies', ...kinds.map((kind) => '#' + kind), 'why'],
    [...rows.map((row) => ({cells: [row.serves, row.does, String(row.copies), ...row.units.map(count), row.why]})),
      {mark: 'all', cells: ['all', '', '', ...used.map(count), '']}]);
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
