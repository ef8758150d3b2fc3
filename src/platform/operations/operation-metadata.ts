import { Reflector } from '@nestjs/core';
import type { Surface } from '#platform/identity/caller';
import type { OperationSpec } from './operation';

/** Metadata of routes, read by guards, interceptors and the registry. */
export const SPEC = Reflector.createDecorator<OperationSpec>();
export const UNGUARDED = Reflector.createDecorator<string>();
export const GATEWAY = Reflector.createDecorator<Surface>();
export const FORM_LIMIT = Reflector.createDecorator<number>();

interface Written {
  operation: OperationSpec | undefined;
  isUnguarded: boolean;
  surface: Surface | undefined;
  formLimit: number | undefined;
}

/** Every guard of every call needs the metadata, and looking it up is slow, so it is cached. */
const found = new WeakMap<object, Written>();

function writtenOn(target: object): Written {
  let written = found.get(target);
  if (!written) {
    written = {
      operation: Reflect.getMetadata(SPEC.KEY, target) as OperationSpec | undefined,
      isUnguarded: Reflect.hasMetadata(UNGUARDED.KEY, target),
      surface: Reflect.getMetadata(GATEWAY.KEY, target) as Surface | undefined,
      formLimit: Reflect.getMetadata(FORM_LIMIT.KEY, target) as number | undefined,
    };
    found.set(target, written);
  }
  return written;
}

export function operationOf(handler: object): OperationSpec | undefined {
  return writtenOn(handler).operation;
}

export function isUnguarded(handler: object, controller: object): boolean {
  return writtenOn(handler).isUnguarded || writtenOn(controller).isUnguarded;
}

export function isGateway(handler: object): boolean {
  return writtenOn(handler).surface !== undefined;
}

/** The surface (REST or MCP) that a route belongs to. */
export function surfaceOf(handler: object): Surface {
  return writtenOn(handler).surface ?? 'rest';
}

/** The largest form that a route without a token accepts, when it is not the default. */
export function formLimitOf(handler: object): number | undefined {
  return writtenOn(handler).formLimit;
}
