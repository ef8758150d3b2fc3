import { Reflector } from '@nestjs/core';
import type { Surface } from '#platform/auth/caller';
import type { OperationSpec } from './operation';

/** What is written on routes, and read by guards, interceptors and the registry. */
export const SPEC = Reflector.createDecorator<OperationSpec>();
export const UNGUARDED = Reflector.createDecorator<string>();
export const GATEWAY = Reflector.createDecorator<Surface>();

export function operationOf(handler: object): OperationSpec | undefined {
  return Reflect.getMetadata(SPEC.KEY, handler) as OperationSpec | undefined;
}

export function isUnguarded(handler: object, controller: object): boolean {
  return Reflect.hasMetadata(UNGUARDED.KEY, handler) || Reflect.hasMetadata(UNGUARDED.KEY, controller);
}

export function isGateway(handler: object): boolean {
  return Reflect.hasMetadata(GATEWAY.KEY, handler);
}

/** Which way in a route belongs to. */
export function surfaceOf(handler: object): Surface {
  return (Reflect.getMetadata(GATEWAY.KEY, handler) as Surface | undefined) ?? 'rest';
}
