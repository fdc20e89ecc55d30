// ---------------------------------------------------------------- a picture that can be moved and zoomed

/// Shows `svg` fitted to its box, at most at its own size. The wheel, two fingers, + and - zoom; dragging and the arrow
/// keys move it; 0 fits it again.
function zoomable(svg, size) {
  let box, isFitted;
  const show = () => svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  const fit = () => {
    const [wide, high] = [svg.clientWidth || 1, svg.clientHeight || 1];
    const scale = Math.min(1, wide / size.width, high / size.height);
    box = {width: wide / scale, height: high / scale};
    box.x = (size.width - box.width) / 2;
    box.y = (size.height - box.height) / 2;
    isFitted = true;
    show();
  };
  const perPixel = () => box.width / (svg.clientWidth || 1);
  const zoom = (factor, x = svg.clientWidth / 2, y = svg.clientHeight / 2) => {
    const width = Math.min(Math.max(box.width / factor, 120), 8 * Math.max(size.width, svg.clientWidth));
    const [px, py] = [box.x + x * perPixel(), box.y + y * perPixel()];
    const ratio = width / box.width;
    box = {x: px - (px - box.x) * ratio, y: py - (py - box.y) * ratio, width, height: box.height * ratio};
    isFitted = false;
    show();
  };
  const move = (dx, dy) => {
    box.x -= dx * perPixel();
    box.y -= dy * perPixel();
    isFitted = false;
    show();
  };
  svg.addEventListener('wheel', (event) => {
    event.preventDefault();
    const frame = svg.getBoundingClientRect();
    zoom(1.0016 ** -event.deltaY, event.clientX - frame.left, event.clientY - frame.top);
  }, {passive: false});
  const fingers = new Map();
  let moved = 0;
  svg.addEventListener('pointerdown', (event) => {
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, event);
  });
  svg.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved > 4) svg.setPointerCapture(event.pointerId);
    if (other) {
      const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      const frame = svg.getBoundingClientRect();
      zoom(apart(event) / Math.max(1, apart(before)), (event.clientX + other.clientX) / 2 - frame.left, (event.clientY + other.clientY) / 2 - frame.top);
    }
    if (moved > 4) move(other ? dx / 2 : dx, other ? dy / 2 : dy);
    fingers.set(event.pointerId, event);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) svg.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    setTimeout(() => { moved = 0; });
  });
  svg.addEventListener('click', (event) => { if (moved > 4) event.stopPropagation(); }, true);  // the end of a drag is not a click
  svg.addEventListener('keydown', (event) => {
    const keys = {'+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), '0': fit,
      ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0), ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60)};
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  fit();
  /// Replaces the picture by one of that size. If it was zoomed or moved, the element displaced by `x` and `y` keeps its place.
  const exchange = (other, {x, y}) => {
    const [scale, high] = [perPixel(), svg.clientHeight];
    size = other;
    if (isFitted) return fit();
    box = {...box, x: box.x + x, y: box.y + y, height: high * scale};
    show();
  };
  return {fit, zoom, exchange};
}
