import { Module } from '@nestjs/common';
import { AnnotateVendorHandler } from './annotate-vendor/annotate-vendor.command';
import { BulkCreateVendorsHandler } from './bulk-create-vendors/bulk-create-vendors.command';
import { BulkDeleteVendorsHandler } from './bulk-delete-vendors/bulk-delete-vendors.command';
import { BulkOffboardVendorsHandler } from './bulk-offboard-vendors/bulk-offboard-vendors.command';
import { BulkUpsertVendorsFromCsvHandler } from './bulk-upsert-vendors-from-csv/bulk-upsert-vendors-from-csv.command';
import { CreateVendorHandler } from './create-vendor/create-vendor.command';
import { ExportVendorsHandler } from './export-vendors/export-vendors.query';
import { GetVendorActionsHandler } from './get-vendor-actions/get-vendor-actions.query';
import { GetVendorHandler } from './get-vendor/get-vendor.query';
import { GetVendorsHandler } from './get-vendors/get-vendors.query';
import { UpdateVendorHandler } from './update-vendor/update-vendor.command';
import { VendorsController } from './vendors.controller';

@Module({
  controllers: [VendorsController],
  providers: [
    AnnotateVendorHandler,
    BulkCreateVendorsHandler,
    BulkDeleteVendorsHandler,
    BulkOffboardVendorsHandler,
    BulkUpsertVendorsFromCsvHandler,
    CreateVendorHandler,
    ExportVendorsHandler,
    GetVendorActionsHandler,
    GetVendorHandler,
    GetVendorsHandler,
    UpdateVendorHandler,
  ],
})
export class VendorsModule {}
