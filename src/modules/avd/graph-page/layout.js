const ROUNDS = 16;
const STEPS = 320;
/** Fourth parties stay within this share of the ring's radius; the rest is for edges and labels. */
const INNER = 0.8;

/**
 * Computes the layout: vendors evenly on a ring around the origin, next to vendors with similar fourth parties; fourth parties
 * inside it, the widely used ones in the middle, the others close to their vendors. Deterministic: the same graph always looks
 * the same. Returns {x, y, r, angle?} by id.
 */
export function arrange(nodes, edges, ring) {
  const vendors = nodes.filter((node) => node.kind.endsWith('_VENDOR'));
  const parties = nodes.filter((node) => !node.kind.endsWith('_VENDOR'));
  const usersOf = new Map(parties.map((party) => [party.id, []]));
  const usedBy = new Map(vendors.map((vendor) => [vendor.id, []]));
  for (const { source, target } of edges) {
    usersOf.get(target)?.push(source);
    usedBy.get(source)?.push(target);
  }
  const angles = orderOnRing(vendors, usersOf, usedBy);
  const places = new Map();
  for (const { id } of vendors) {
    const angle = angles.get(id);
    places.set(id, { x: ring * Math.cos(angle), y: ring * Math.sin(angle), r: 4.5, angle });
  }
  for (const disc of settle(discsOf(parties, usersOf, angles, ring), ring * INNER)) {
    places.set(disc.id, { x: disc.x, y: disc.y, r: disc.r });
  }
  return places;
}

/** Puts vendors that share rarely used fourth parties next to each other. */
function orderOnRing(vendors, usersOf, usedBy) {
  let order = vendors.map((vendor) => vendor.id);
  let angles = spread(order);
  for (let round = 0; round < ROUNDS; round += 1) {
    const centers = new Map([...usersOf].map(([id, users]) => [id, meanDirection(users.map((user) => angles.get(user)))]));
    const wish = new Map(
      order.map((id) => {
        let x = Math.cos(angles.get(id)) * 0.05;
        let y = Math.sin(angles.get(id)) * 0.05;
        for (const party of usedBy.get(id)) {
          const weight = 1 / usersOf.get(party).length;
          x += centers.get(party).x * weight;
          y += centers.get(party).y * weight;
        }
        return [id, Math.atan2(y, x)];
      }),
    );
    order = [...order].sort((one, other) => wish.get(one) - wish.get(other));
    angles = spread(order);
  }
  return angles;
}

function spread(order) {
  return new Map(order.map((id, index) => [id, -Math.PI + (2 * Math.PI * index) / Math.max(order.length, 1)]));
}

function meanDirection(angles) {
  const sum = angles.reduce((total, angle) => ({ x: total.x + Math.cos(angle), y: total.y + Math.sin(angle) }), { x: 0, y: 0 });
  return { x: sum.x / Math.max(angles.length, 1), y: sum.y / Math.max(angles.length, 1) };
}

/** Areas are proportional to the number of connections, scaled down when there is too little space. */
function discsOf(parties, usersOf, angles, ring) {
  const most = Math.max(1, ...parties.map((party) => party.connectionCount));
  const largest = Math.min(ring * 0.15, (ring * 0.72) / Math.sqrt(Math.max(parties.length, 1)));
  return parties.map((party, index) => {
    const { x, y } = meanDirection(usersOf.get(party.id).map((user) => angles.get(user)));
    const length = Math.hypot(x, y);
    // The mean of many directions is short; stretching it uses the whole disc.
    const far = length === 0 ? 0 : (ring * INNER * length ** 0.42) / length;
    const r = Math.max(6, largest * Math.sqrt(party.connectionCount / most));
    const home = { x: x * far, y: y * far };
    // Start slightly apart, each in its own direction, so that equal targets do not end up on one point.
    const start = { x: home.x + Math.cos(index * 2.4) * (4 + index), y: home.y + Math.sin(index * 2.4) * (4 + index) };
    const halfWidth = Math.max(r, labelWidth(party.companyName, r) / 2) + 4;
    return { id: party.id, r, halfWidth, halfHeight: r + labelSize(r) / 2 + 5, drop: labelSize(r) / 2, home, ...start };
  });
}

/** Font size of a fourth party's name. */
export function labelSize(r) {
  return Math.max(10.5, Math.min(16, r * 0.45));
}

function labelWidth(name, r) {
  return Math.min(name.length, 20) * labelSize(r) * 0.63;
}

/** Moves every disc towards its target while keeping discs apart. */
function settle(discs, within) {
  for (let step = 0; step < STEPS; step += 1) {
    const pull = 0.06 * (1 - step / STEPS);
    for (const disc of discs) {
      disc.x += (disc.home.x - disc.x) * pull;
      disc.y += (disc.home.y - disc.y) * pull;
    }
    for (let i = 0; i < discs.length; i += 1) {
      for (let j = i + 1; j < discs.length; j += 1) part(discs[i], discs[j]);
    }
    for (const disc of discs) {
      const distance = Math.hypot(disc.x, disc.y);
      const limit = within - disc.r;
      if (distance > limit) {
        disc.x *= limit / distance;
        disc.y *= limit / distance;
      }
    }
  }
  return discs;
}

/** Separates two discs whose boxes, including names, overlap, along the shorter axis. The smaller one moves farther. */
function part(one, other) {
  const dx = other.x - one.x;
  const dy = other.y + other.drop - (one.y + one.drop);
  const overX = one.halfWidth + other.halfWidth - Math.abs(dx);
  const overY = one.halfHeight + other.halfHeight - Math.abs(dy);
  if (overX <= 0 || overY <= 0) return;
  const share = one.r / (one.r + other.r);
  const axis = overX < overY ? 'x' : 'y';
  const push = (overX < overY ? overX * (dx < 0 ? -1 : 1) : overY * (dy < 0 ? -1 : 1)) * 0.6;
  one[axis] -= push * (1 - share);
  other[axis] += push * share;
}
