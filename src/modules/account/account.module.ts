import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { WhoAmIHandler } from './who-am-i.query';

@Module({ controllers: [AccountController], providers: [WhoAmIHandler] })
export class AccountModule {}
