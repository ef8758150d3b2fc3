import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '#platform/config/project-root';

/** The position of the parameter `reason`, by the name of the function or constructor. */
type Takers = Map<string, { index: number; usual: ts.Expression | undefined }>;

/** Every reason that an error of the service can carry, read from the sources: all values passed as `reason`. */
export function declaredReasons(): Set<string> {
  const files = sources(join(projectRoot(), 'src')).map((path) =>
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
  );
  const takers: Takers = new Map();
  for (const file of files) walk(file, (node) => note(node, takers));
  inherit(files, takers);
  const reasons = new Set<string>();
  for (const file of files) walk(file, (node) => collect(node, takers, reasons));
  return reasons;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /(?<!\.spec|\.fixture|\.d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    walk(child, visit);
  });
}

function note(node: ts.Node, takers: Takers): void {
  const name = takerName(node);
  if (name === undefined) return;
  const { parameters } = node as ts.SignatureDeclaration;
  const index = parameters.findIndex((parameter) => parameter.name.getText() === 'reason');
  if (index >= 0) takers.set(name, { index, usual: parameters[index]?.initializer });
}

/** The name by which a constructor, function or method that creates an error is called; a method only within its own class. */
function takerName(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return node.parent.name?.text;
  if (ts.isMethodDeclaration(node)) return node.type?.kind === ts.SyntaxKind.VoidKeyword ? undefined : `this.${node.name.getText()}`;
  return ts.isFunctionDeclaration(node) ? node.name?.text : undefined;
}

/** A class without a constructor takes the parameters of its parent. */
function inherit(files: readonly ts.SourceFile[], takers: Takers): void {
  for (const file of files) {
    walk(file, (node) => {
      if (!ts.isClassDeclaration(node) || node.members.some(ts.isConstructorDeclaration)) return;
      const taker = takers.get(parentOf(node) ?? '');
      if (taker && node.name) takers.set(node.name.text, taker);
    });
  }
}

function collect(node: ts.Node, takers: Takers, reasons: Set<string>): void {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return;
  const called = node.expression.kind === ts.SyntaxKind.SuperKeyword ? parentOf(enclosingClass(node)) : node.expression.getText();
  const taker = takers.get(called ?? '');
  if (!taker) return;
  const given = node.arguments?.[taker.index] ?? taker.usual;
  if (!given) return;
  if (called === 'NotFound' && given === taker.usual) {
    // The reason of a missing resource is derived from its type.
    const [kind] = literals(node.arguments?.[0]);
    if (kind !== undefined) reasons.add(`${kind.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`);
    return;
  }
  for (const text of literals(given)) if (/^[A-Z][A-Z0-9_]+$/.test(text)) reasons.add(text);
}

function literals(node: ts.Node | undefined): string[] {
  const found: string[] = [];
  if (node) walk(node, (inner) => ts.isStringLiteralLike(inner) && found.push(inner.text));
  return found;
}

function enclosingClass(node: ts.Node): ts.ClassDeclaration | undefined {
  return ts.findAncestor(node, ts.isClassDeclaration);
}

function parentOf(node: ts.ClassDeclaration | undefined): string | undefined {
  return node?.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression.getText();
}
