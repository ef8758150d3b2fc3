/** The schema of a class as Swagger derives it. */
export interface ObjectSchema {
  description?: string;
  properties: Record<string, object>;
  required?: string[];
}

type Shape = (schema: ObjectSchema) => object;

/** By the name of the class, which is the name of its schema. */
const shapes = new Map<string, Shape>();

/** How the schema of a class differs from a plain object; undefined for most classes. */
export function shapeOf(name: string): Shape | undefined {
  return shapes.get(name);
}

/** Declares that an object of the class has exactly one of its members. */
export function ExactlyOne(): ClassDecorator {
  return ({ name }) => {
    shapes.set(name, ({ description, properties }) => ({
      ...(description !== undefined && { description }),
      oneOf: Object.keys(properties).map((member) => alternative(properties, member)),
    }));
  };
}

/** Exactly one member is set. The others are absent but described as null: code generators then create a type that excludes two members. */
function alternative(properties: Record<string, object>, member: string): object {
  const members = Object.entries(properties).map(([name, schema]) => [name, name === member ? schema : { type: 'null' }]);
  return { type: 'object', properties: Object.fromEntries(members) as object, required: [member], additionalProperties: false };
}

interface Kinds {
  /** The field that names the kind. */
  by: string;
  /** The member that each kind has. */
  members: Readonly<Record<string, string>>;
  /** The field and value for which no kind has a member. */
  without: { field: string; value: string; otherwise: string };
}

/** Declares that an object has the member of its kind, or none in one case. */
export function MemberByKind({ by, members, without }: Kinds): ClassDecorator {
  const constant = (value: string) => ({ type: 'string', const: value });
  return ({ name }) => {
    shapes.set(name, ({ description, properties, required = [] }) => {
      const optional = new Set(Object.values(members));
      const common = Object.fromEntries(Object.entries(properties).filter(([field]) => !optional.has(field)));
      const variant = (own: Record<string, object | undefined>, extra: string[]) => ({
        type: 'object',
        properties: { ...common, ...own },
        required: [...required, ...extra],
        additionalProperties: false,
      });
      const kinds = Object.entries(members).map(([kind, member]) =>
        variant({ [by]: constant(kind), [without.field]: constant(without.otherwise), [member]: properties[member] }, [member]),
      );
      const bare = variant({ [by]: { type: 'string', enum: Object.keys(members) }, [without.field]: constant(without.value) }, []);
      return { ...(description !== undefined && { description }), oneOf: [...kinds, bare] };
    });
  };
}
