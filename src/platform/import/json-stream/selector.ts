/** A node of the tree of selected paths. */
export interface SelectorNode {
  /** Set where the selected values are: the selector as written. */
  selector?: string;
  members: Map<string, SelectorNode>;
  /** The node for the elements of an array. */
  items?: SelectorNode;
  /** Set once an array or null was found here. */
  met?: boolean;
}

/** Compiles paths such as `runs[*].results[*]`; `[*]` is every element of an array and '' the document itself. */
export function compileSelectors(selectors: readonly string[]): SelectorNode {
  const root: SelectorNode = { members: new Map() };
  for (const selector of selectors) {
    let node = root;
    for (const step of selector.replaceAll('[*]', '.*').split('.').filter(Boolean)) node = child(node, step);
    node.selector = selector;
  }
  return root;
}

/** `runs[*].results[*]` with the indices of one value: `runs[0].results[12]`. */
export function pathOf(selector: string, indices: readonly number[]): string {
  let next = 0;
  return selector.replaceAll('[*]', () => `[${indices[next++] ?? 0}]`);
}

function child(node: SelectorNode, step: string): SelectorNode {
  if (step === '*') return (node.items ??= { members: new Map() });
  let member = node.members.get(step);
  if (!member) node.members.set(step, (member = { members: new Map() }));
  return member;
}
