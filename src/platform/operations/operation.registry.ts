import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Surface } from '#platform/identity/caller';
import type { OperationSpec } from './operation';
import { isGateway, isUnguarded, operationOf, surfaceOf } from './operation-metadata';

export interface RegisteredOperation {
  spec: OperationSpec;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in OpenAPI: /public/v1/vendors/groups/{groupId}. */
  path: string;
}

export interface Route {
  method: string;
  path: string;
  surface: Surface;
}

export const API_PREFIX = 'public/v1';

/** Every public operation and every other route, read from the controllers once at start. */
@Injectable()
export class OperationRegistry {
  readonly operations: readonly RegisteredOperation[];
  readonly routes: readonly Route[];
  private readonly byName: ReadonlyMap<string, RegisteredOperation>;
  /** Paths without a parameter, and their methods. */
  private readonly literals = new Map<string, Set<string>>();

  constructor(discovery: DiscoveryService, scanner: MetadataScanner) {
    const operations: RegisteredOperation[] = [];
    const routes: Route[] = [];
    for (const { metatype } of discovery.getControllers()) {
      if (!metatype) continue;
      const prototype = metatype.prototype as Record<string, (...args: never[]) => unknown>;
      const base = [Reflect.getMetadata(PATH_METADATA, metatype) as string | string[]].flat();
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (!handler || !Reflect.hasMetadata(PATH_METADATA, handler)) continue;
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] as RegisteredOperation['method'];
        const ends = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
        const spec = operationOf(handler);
        const gateway = isGateway(handler);
        if (!spec && !gateway && !isUnguarded(handler, metatype)) {
          throw new Error(`${metatype.name}.${name} is a route without @Operation: routes are closed by default.`);
        }
        for (const start of base) {
          for (const end of ends) {
            const path = join(spec || gateway ? API_PREFIX : '', start, end);
            routes.push({ method, path, surface: surfaceOf(handler) });
            if (spec) operations.push({ spec, method, path });
          }
        }
      }
    }
    this.operations = operations;
    this.routes = routes;
    for (const { method, path } of routes.filter((route) => !route.path.includes('{'))) {
      this.literals.set(path, (this.literals.get(path) ?? new Set()).add(method));
    }
    this.byName = new Map(operations.map((operation) => [operation.spec.name, operation]));
    if (this.byName.size !== operations.length) throw new Error('Two operations share a name.');
  }

  find(name: string): RegisteredOperation | undefined {
    return this.byName.get(name);
  }

  /** A literal path is never the value of a parameter: GET /vendors/create does not read a vendor called "create". */
  mayRoute(method: string, path: string): boolean {
    const methods = this.literals.get(path);
    return methods === undefined || methods.has(method) || methods.has('ALL') || (method === 'HEAD' && methods.has('GET'));
  }

  /** The surface whose rate limit a call to this path counts towards, whether or not the path serves its method. */
  surfaceAt(path: string): Surface {
    return this.routes.find((route) => route.path === path)?.surface ?? 'rest';
  }

  /** The methods a path answers to; none when the path is unknown. */
  methodsOf(path: string): string[] {
    const methods = new Set(
      this.literals.get(path) ?? this.routes.filter((route) => matches(route.path, path)).map((route) => route.method),
    );
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}

function join(...parts: string[]): string {
  const path = parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `{${part.slice(1)}}` : part))
    .join('/');
  return `/${path}`;
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/', wanted.length + 1);
  return (
    wanted.length === given.length && wanted.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}
