import { keysOf, type StoredEvent } from './event-objects';

interface Group<Event extends StoredEvent> {
  type: Event['type'];
  events: Event[];
  keys: Set<string>;
}

/**
 * Groups events of one type: those of a transaction, and those of consecutive transactions with no other event between them. Events about
 * the same object keep their order: an event never joins a group that precedes another event about its object.
 */
export function groupsOf<Event extends StoredEvent>(events: readonly Event[]): Event[][] {
  const groups: Group<Event>[] = [];
  let firstOpen = 0;
  let setId: string | undefined;
  for (const event of events) {
    if (event.setId !== setId) firstOpen = Math.max(0, groups.length - 1);
    setId = event.setId;
    const keys = keysOf(event);
    const group = joinable(groups.slice(firstOpen), event.type, keys) ?? startGroup(groups, event.type);
    group.events.push(event);
    for (const key of keys) group.keys.add(key);
  }
  return groups.map((group) => group.events);
}

function joinable<Event extends StoredEvent>(open: readonly Group<Event>[], type: Event['type'], keys: readonly string[]) {
  const place = open.findLastIndex((group) => group.type === type);
  const isLater = open.slice(place + 1).some((group) => keys.some((key) => group.keys.has(key)));
  return isLater ? undefined : open[place];
}

function startGroup<Event extends StoredEvent>(groups: Group<Event>[], type: Event['type']): Group<Event> {
  const group = { type, events: [], keys: new Set<string>() };
  groups.push(group);
  return group;
}
