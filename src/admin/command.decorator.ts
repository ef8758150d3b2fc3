import type { Type } from '@nestjs/common';

export interface CommandSpec {
  name: string;
  description: string;
  /** As in the usage line, such as `<domain> <further>`. */
  arguments?: string;
  /** By the name of the argument. */
  argsDescription?: Readonly<Record<string, string>>;
  /** The modules that the command needs besides the platform. A function, so that help loads none of them. */
  modules?: () => readonly Type[];
}

interface OptionSpec {
  flags: string;
  description: string;
  required?: boolean;
  defaultValue?: string;
}

export interface DeclaredOption extends OptionSpec {
  /** The method that reads the value. */
  method: string;
}

const COMMANDS = new WeakMap<object, CommandSpec>();
const OPTIONS = new WeakMap<object, DeclaredOption[]>();

/** Declares a class as a command. */
export function Command(spec: CommandSpec): ClassDecorator {
  return (type) => {
    COMMANDS.set(type, spec);
  };
}

/** Declares an option of a command. The method reads its value; a flag without a value is true. */
export function Option(spec: OptionSpec): MethodDecorator {
  return (prototype, method) => {
    OPTIONS.set(prototype, [...(OPTIONS.get(prototype) ?? []), { ...spec, method: String(method) }]);
  };
}

export function commandSpecOf(type: { readonly name: string }): CommandSpec {
  const spec = COMMANDS.get(type);
  if (!spec) throw new Error(`${type.name} has no @Command.`);
  return spec;
}

/** The options of a command: its own first, then inherited ones. */
export function optionsOf(prototype: object | null): DeclaredOption[] {
  return prototype === null ? [] : [...(OPTIONS.get(prototype) ?? []), ...optionsOf(Reflect.getPrototypeOf(prototype))];
}
