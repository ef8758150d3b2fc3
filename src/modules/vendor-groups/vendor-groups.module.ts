import { Module } from '@nestjs/common';
import { AddVendorToGroupHandler } from './add-vendor-to-group/add-vendor-to-group.command';
import { CreateVendorGroupHandler } from './create-vendor-group/create-vendor-group.command';
import { DeleteVendorGroupHandler } from './delete-vendor-group/delete-vendor-group.command';
import { GetVendorGroupHandler } from './get-vendor-group/get-vendor-group.query';
import { GetVendorGroupsHandler } from './get-vendor-groups/get-vendor-groups.query';
import { RemoveVendorFromGroupHandler } from './remove-vendor-from-group/remove-vendor-from-group.command';
import { UpdateVendorGroupHandler } from './update-vendor-group/update-vendor-group.command';
import { VendorGroupsController } from './vendor-groups.controller';

@Module({
  controllers: [VendorGroupsController],
  providers: [
    AddVendorToGroupHandler,
    RemoveVendorFromGroupHandler,
    CreateVendorGroupHandler,
    DeleteVendorGroupHandler,
    GetVendorGroupHandler,
    GetVendorGroupsHandler,
    UpdateVendorGroupHandler,
  ],
})
export class VendorGroupsModule {}
