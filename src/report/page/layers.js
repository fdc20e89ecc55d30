// ---------------------------------------------------------------- layers: boxes with edges between them, from top to bottom

/// Layers from top to bottom, ignoring back edges. A longer edge occupies a slot in each layer that it crosses.
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
  for (const node of order.reverse()) {  // sources are placed as low as their readers permit
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

/// Centres of the columns: each node as near to its neighbours in adjacent layers as its siblings permit.
function columnsOf({rows, near}, width) {
  const x = new Map();
  const wide = (row) => sum(row.map(width));
  const most = Math.max(...rows.map(wide));  // the width of the widest row bounds the picture
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

/// Places boxes of these sizes, and routes the edges: `at` has the upper left corners, `ways` the points between the two
/// ends of each edge.
function layout(sizes, edges, gap) {
  const isBox = (id) => id < sizes.length;
  const arranged = arrange(sizes.length, edges);
  const x = columnsOf(arranged, (id) => (isBox(id) ? sizes[id].width : 6) + gap.x);
  const top = [];
  let height = 0;
  arranged.rows.forEach((row, r) => {
    top[r] = height;
    height += Math.max(0, ...row.filter(isBox).map((id) => sizes[id].height)) + gap.y;
  });
  const rowOf = new Map();
  arranged.rows.forEach((row, r) => row.forEach((id) => rowOf.set(id, r)));
  const left = Math.min(...sizes.map((size, id) => x.get(id) - size.width / 2));
  const at = sizes.map((size, id) => ({x: x.get(id) - left - size.width / 2, y: top[rowOf.get(id)]}));
  const rowHigh = (r) => (r + 1 < top.length ? top[r + 1] : height) - gap.y - top[r];
  const ways = new Map(arranged.paths.map((path) => [`${path[0]},${path[path.length - 1]}`,
    path.slice(1, -1).flatMap((id) => [0, rowHigh(rowOf.get(id))].map((down) => ({x: x.get(id) - left, y: top[rowOf.get(id)] + down})))]));
  return {at, ways, width: Math.max(...sizes.map((size, id) => at[id].x + size.width)), height: height - gap.y};
}
