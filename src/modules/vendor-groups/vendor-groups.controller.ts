import { Controller, Delete, Get, Headers, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { DELETE_EXAMPLE_ID, EXAMPLE_ID } from '#platform/fields/example-ids';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { AddVendorToGroup } from './add-vendor-to-group/add-vendor-to-group.command';
import { AddVendorToGroupRequest, AddVendorToGroupResponse } from './add-vendor-to-group/add-vendor-to-group.dto';
import { CreateVendorGroup } from './create-vendor-group/create-vendor-group.command';
import { CreateVendorGroupRequest, CreateVendorGroupResponse } from './create-vendor-group/create-vendor-group.dto';
import { DeleteVendorGroup } from './delete-vendor-group/delete-vendor-group.command';
import { DeleteVendorGroupRequest, DeleteVendorGroupResponse } from './delete-vendor-group/delete-vendor-group.dto';
import { GetVendorGroupRequest, GetVendorGroupResponse } from './get-vendor-group/get-vendor-group.dto';
import { GetVendorGroup } from './get-vendor-group/get-vendor-group.query';
import { GetVendorGroupsRequest, GetVendorGroupsResponse } from './get-vendor-groups/get-vendor-groups.dto';
import { GetVendorGroups } from './get-vendor-groups/get-vendor-groups.query';
import { RemoveVendorFromGroup } from './remove-vendor-from-group/remove-vendor-from-group.command';
import { RemoveVendorFromGroupRequest, RemoveVendorFromGroupResponse } from './remove-vendor-from-group/remove-vendor-from-group.dto';
import { UpdateVendorGroup } from './update-vendor-group/update-vendor-group.command';
import { UpdateVendorGroupRequest, UpdateVendorGroupResponse } from './update-vendor-group/update-vendor-group.dto';
import { writableFields } from './vendor-group.dto';

@ApiTags('Vendor groups')
@Controller({ path: 'vendors/groups', version: '1' })
export class VendorGroupsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Operation({
    name: 'GetVendorGroups',
    summary: 'List vendor groups, newest first',
    description: 'Pages by cursor or offset. Paging by cursor returns every group that exists throughout exactly once.',
    scopes: ['vendor-directory.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetVendorGroups,
    request: GetVendorGroupsRequest,
    response: GetVendorGroupsResponse,
  })
  getVendorGroups(@CurrentCaller() caller: Caller, @Input() request: GetVendorGroupsRequest) {
    return this.queries.execute(new GetVendorGroups(caller, request));
  }

  @Post()
  @Operation({
    name: 'CreateVendorGroup',
    summary: 'Create a vendor group',
    description: 'The group starts empty. The name of another active group is refused with ALREADY_EXISTS.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: { 409: ['VENDOR_GROUP_NAME_TAKEN'] },
    sends: CreateVendorGroup,
    request: CreateVendorGroupRequest,
    response: CreateVendorGroupResponse,
    exampleOnce: 'VENDOR_GROUP_NAME_TAKEN',
    example: { name: 'Logistics partners', description: 'Carriers and warehouses' },
  })
  createVendorGroup(@CurrentCaller() caller: Caller, @Input() request: CreateVendorGroupRequest) {
    return this.commands.execute(new CreateVendorGroup(caller, request));
  }

  @Get(':groupId')
  @Operation({
    name: 'GetVendorGroup',
    summary: 'Read one vendor group',
    description: 'One active group by its id; an archived one is not found. To find a group by its name, page through GetVendorGroups.',
    scopes: ['vendor-directory.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: { 404: ['VENDOR_GROUP_NOT_FOUND'] },
    sends: GetVendorGroup,
    request: GetVendorGroupRequest,
    response: GetVendorGroupResponse,
    writable: ({ vendorGroup }) => writableFields(vendorGroup),
  })
  getVendorGroup(@CurrentCaller() caller: Caller, @Input() request: GetVendorGroupRequest) {
    return this.queries.execute(new GetVendorGroup(caller, request));
  }

  @Patch(':groupId')
  @Operation({
    name: 'UpdateVendorGroup',
    summary: 'Change the name or description of a vendor group',
    description:
      'Absent fields stay unchanged; null removes the description. ' +
      'Send If-Match with the ETag of GetVendorGroup to get 412 if the group was edited since.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    refuses: { 404: ['VENDOR_GROUP_NOT_FOUND'], 409: ['VENDOR_GROUP_NAME_TAKEN'] },
    sends: UpdateVendorGroup,
    request: UpdateVendorGroupRequest,
    response: UpdateVendorGroupResponse,
    writable: ({ vendorGroup }) => writableFields(vendorGroup),
    example: { description: 'Suppliers of software and of data' },
  })
  updateVendorGroup(@CurrentCaller() caller: Caller, @Input() request: UpdateVendorGroupRequest, @Headers('if-match') ifMatch?: string) {
    return this.commands.execute(new UpdateVendorGroup(caller, request, ifMatch));
  }

  @Delete(':groupId')
  @Operation({
    name: 'DeleteVendorGroup',
    summary: 'Archive a vendor group',
    description: 'Frees its name. Its vendors stay in the directory.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'destructive',
    refuses: { 404: ['VENDOR_GROUP_NOT_FOUND'] },
    sends: DeleteVendorGroup,
    request: DeleteVendorGroupRequest,
    response: DeleteVendorGroupResponse,
    exampleOnce: 'VENDOR_GROUP_NOT_FOUND',
    example: { groupId: DELETE_EXAMPLE_ID },
  })
  deleteVendorGroup(@CurrentCaller() caller: Caller, @Input() request: DeleteVendorGroupRequest) {
    return this.commands.execute(new DeleteVendorGroup(caller, request));
  }

  @Post(':groupId/vendors')
  @Operation({
    name: 'AddVendorToGroup',
    summary: 'Add vendors to a group',
    description:
      'Up to 500 vendors by id. A vendor that is already in the group stays in it; an id that is not in the directory fails the whole call with NOT_FOUND. ' +
      'Find ids with GetVendors.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: { 404: ['VENDOR_GROUP_NOT_FOUND', 'VENDOR_NOT_FOUND'] },
    sends: AddVendorToGroup,
    request: AddVendorToGroupRequest,
    response: AddVendorToGroupResponse,
    example: { vendorIds: [EXAMPLE_ID] },
  })
  addVendorToGroup(@CurrentCaller() caller: Caller, @Input() request: AddVendorToGroupRequest) {
    return this.commands.execute(new AddVendorToGroup(caller, request));
  }

  @Post(':groupId/vendors/remove')
  @Operation({
    name: 'RemoveVendorFromGroup',
    summary: 'Remove vendors from a group',
    description: 'Up to 500 vendors by id; ids that are not in the group are ignored. The vendors stay in the directory.',
    scopes: ['vendor-directory.read', 'vendor-directory.write'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'write',
    idempotent: true,
    refuses: { 404: ['VENDOR_GROUP_NOT_FOUND'] },
    sends: RemoveVendorFromGroup,
    request: RemoveVendorFromGroupRequest,
    response: RemoveVendorFromGroupResponse,
    example: { vendorIds: [EXAMPLE_ID] },
  })
  removeVendorFromGroup(@CurrentCaller() caller: Caller, @Input() request: RemoveVendorFromGroupRequest) {
    return this.commands.execute(new RemoveVendorFromGroup(caller, request));
  }
}
