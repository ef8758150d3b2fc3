import { AlreadyExists, NotFound } from '#platform/errors/api-error';

export class VendorGroupNameTaken extends AlreadyExists {
  constructor(name: string) {
    super(
      `An active vendor group is already named ${JSON.stringify(name)}.`,
      'VENDOR_GROUP_NAME_TAKEN',
      { name },
      { type: 'vendor group', name },
    );
  }
}

export class VendorGroupNotFound extends NotFound {
  constructor(id: string) {
    super('vendor group', id);
  }
}
