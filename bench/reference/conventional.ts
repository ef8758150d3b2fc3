import 'reflect-metadata';
import { Body, Controller, Get, HttpCode, Injectable, Module, Post, UseGuards, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Command,
  CommandBus,
  CommandHandler,
  CqrsModule,
  Query,
  QueryBus,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
} from '@nestjs/cqrs';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Column, Entity, In, JoinColumn, OneToOne, PrimaryColumn, type Repository } from 'typeorm';
import { APPROVAL_STATUS } from '#shared/observation.enums';
import { VendorEntity } from '#modules/vendors/vendor.entity';
import { newVendor } from '../new-vendor';

/**
 * The same operations as most teams would write them: entities and repositories, class-validator and passport-jwt on every
 * call, objects serialised to JSON. POST /observations takes { organization, owner, place?, severity },
 * POST /vendors/bulk-create takes { organization, vendors }.
 */
@Entity('observation_flag')
class FlagEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @Column('timestamptz', { name: 'flagged_at' }) flaggedAt!: Date;
}

@Entity('observation_state')
class StateEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date | null;
  @Column('text') assignee!: string | null;
}

@Entity('observation_reference')
class ObservationReferenceEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid', { name: 'observation_id' }) observationId!: string;
  @PrimaryColumn('text') system!: string;
  @PrimaryColumn('text') key!: string;
  @Column('text') url!: string | null;
}

const BY_OBSERVATION = [
  { name: 'organization_id', referencedColumnName: 'organizationId' },
  { name: 'id', referencedColumnName: 'observationId' },
];

/** Columns that repeat the body are left out, and columns used only in filters are not loaded. */
@Entity('observation')
class ObservationEntity {
  @PrimaryColumn('uuid', { name: 'organization_id' }) organizationId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('smallint', { select: false }) view!: number;
  @Column('text', { name: 'party_domain' }) partyDomain!: string;
  @Column('uuid', { name: 'vendor_id' }) vendorId!: string | null;
  @Column('text', { name: 'vendor_name' }) vendorName!: string | null;
  @Column('text', { name: 'group_key' }) groupKey!: string;
  @Column('smallint', { select: false }) severity!: number;
  @Column('smallint', { name: 'approval_status' }) approvalStatus!: number;
  @Column('boolean', { name: 'is_open', select: false }) isOpen!: boolean;
  @Column('boolean', { name: 'is_listed', select: false }) isListed!: boolean;
  @Column('integer', { name: 'regression_count' }) regressionCount!: number;
  @Column('timestamptz', { name: 'first_seen' }) firstSeen!: Date;
  @Column('timestamptz', { name: 'last_seen' }) lastSeen!: Date;
  @Column('timestamptz', { name: 'resolved_at' }) resolvedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('text') enrichment!: string | null;
  @Column('text') body!: string;
  @OneToOne(() => FlagEntity)
  @JoinColumn(BY_OBSERVATION)
  flag?: FlagEntity | null;
  @OneToOne(() => StateEntity)
  @JoinColumn(BY_OBSERVATION)
  state!: StateEntity;
}

class ListRequest {
  @IsUUID() organization!: string;
  @IsString() owner!: string;
  @IsOptional() @IsArray() @IsString({ each: true }) place?: string[];
  @IsInt() @Min(1) @Max(5) severity!: number;
  @IsOptional() @IsIn(['firstSeen']) sortField?: string;
}

class ListObservations extends Query<object> {
  constructor(readonly request: ListRequest) {
    super();
  }
}

@QueryHandler(ListObservations)
class ListObservationsHandler implements IQueryHandler<ListObservations> {
  constructor(
    @InjectRepository(ObservationEntity) private readonly observations: Repository<ObservationEntity>,
    @InjectRepository(ObservationReferenceEntity) private readonly references: Repository<ObservationReferenceEntity>,
  ) {}

  async execute({ request }: ListObservations): Promise<object> {
    const query = this.observations
      .createQueryBuilder('o')
      .leftJoinAndSelect('o.flag', 'f')
      .innerJoinAndSelect('o.state', 's')
      .where('o.organizationId = :organization AND o.view = 1 AND o.isListed AND o.isOpen AND o.severity >= :severity', request)
      .orderBy('o.firstSeen', 'DESC')
      .addOrderBy('o.id', 'DESC')
      .limit(51);
    if (request.place) query.andWhere('(o.firstSeen, o.id) < (:at, :id)', { at: request.place[0], id: request.place[1] });
    const rows = (await query.getMany()).slice(0, 50);
    const references = await this.references.find({
      where: { organizationId: request.organization, observationId: In(rows.map(({ id }) => id)) },
      order: { system: 'ASC', key: 'ASC' },
    });
    return {
      observations: rows.map((row) => {
        const own = references.filter(({ observationId }) => observationId === row.id);
        return present(row, request.owner, own);
      }),
    };
  }
}

function present(row: ObservationEntity, owner: string, references: readonly ObservationReferenceEntity[]): object {
  const { state, flag } = row;
  const body = JSON.parse(`{${row.enrichment ?? '"capec":[]'},${row.body}}`) as { cveIds: string[] };
  const groupOrns = (body.cveIds.length > 1 ? body.cveIds : [row.groupKey]).map(
    (key) => `orn:1:observation-group:vrm:${encodeURIComponent(key)}:${owner}`,
  );
  return {
    ...body,
    orn: `orn:1:observation:vrm:${row.id}:${owner}`,
    view: 'OBSERVATION_VIEW_VRM',
    state: 'OBSERVATION_STATE_OPEN',
    approvalStatus: APPROVAL_STATUS.members[row.approvalStatus - 1],
    isFlagged: flag != null,
    flaggedAt: flag?.flaggedAt,
    vendor: row.vendorId ? { id: row.vendorId, domainName: row.partyDomain, companyName: row.vendorName } : undefined,
    groupOrn: groupOrns[0],
    groupOrns,
    regressionCount: row.regressionCount,
    firstSeen: row.firstSeen,
    lastSeen: row.lastSeen,
    resolvedAt: row.resolvedAt ?? undefined,
    createdAt: row.createdAt,
    updatedAt: state.updatedAt,
    assignee: state.assignee ?? undefined,
    dueAt: state.dueAt ?? undefined,
    isOverdue: state.dueAt !== null && state.dueAt < new Date(),
    externalReferences: references.map(({ system, key, url }) => ({ system, key, url: url ?? undefined })),
  };
}

class VendorEntry {
  @IsString() @MaxLength(2048) domainName!: string;
  @IsOptional() @IsString() @MaxLength(256) companyName?: string;
}

class BulkRequest {
  @IsUUID() organization!: string;
  @IsArray() @ArrayMaxSize(500) @ValidateNested({ each: true }) @Type(() => VendorEntry) vendors!: VendorEntry[];
}

class CreateVendors extends Command<object> {
  constructor(readonly request: BulkRequest) {
    super();
  }
}

/** One vendor at a time: look it up, save it, add its result. */
@CommandHandler(CreateVendors)
class CreateVendorsHandler implements ICommandHandler<CreateVendors> {
  constructor(@InjectRepository(VendorEntity) private readonly vendors: Repository<VendorEntity>) {}

  async execute({ request: { organization, vendors } }: CreateVendors): Promise<object> {
    const results: object[] = [];
    let succeeded = 0;
    for (const [index, { domainName, companyName = domainName }] of vendors.entries()) {
      const existing = await this.vendors.findOneBy({ organizationId: organization, domainName });
      const { id } = existing ?? (await this.vendors.save(newVendor(organization, domainName, companyName)));
      if (!existing) succeeded += 1;
      const status = existing ? 'BULK_VENDOR_MUTATION_STATUS_ALREADY_EXISTS' : 'BULK_VENDOR_MUTATION_STATUS_SUCCESS';
      results.push({ index, domainName, status, vendorId: id });
    }
    return { results, summary: { total: results.length, succeeded, alreadyExists: results.length - succeeded, failed: 0 } };
  }
}

@Injectable()
class TokenStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['ES256'],
      secretOrKey: process.env.TOKEN_PUBLIC_KEY as string,
    });
  }

  validate(claims: object): object {
    return claims;
  }
}

@Controller()
class ConventionalController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Post('observations')
  @HttpCode(200)
  @UseGuards(AuthGuard('jwt'))
  list(@Body() request: ListRequest) {
    return this.queries.execute(new ListObservations(request));
  }

  @Post('vendors/bulk-create')
  @HttpCode(200)
  @UseGuards(AuthGuard('jwt'))
  create(@Body() request: BulkRequest) {
    return this.commands.execute(new CreateVendors(request));
  }

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }
}

const ENTITIES = [ObservationEntity, FlagEntity, StateEntity, ObservationReferenceEntity, VendorEntity];

@Module({
  imports: [
    CqrsModule.forRoot(),
    PassportModule,
    TypeOrmModule.forRoot({ type: 'postgres', url: process.env.DATABASE_URL, entities: ENTITIES, poolSize: 8 }),
    TypeOrmModule.forFeature(ENTITIES),
  ],
  controllers: [ConventionalController],
  providers: [ListObservationsHandler, CreateVendorsHandler, TokenStrategy],
})
class ConventionalModule {}

void (async () => {
  const app = await NestFactory.create<NestExpressApplication>(ConventionalModule, { logger: false });
  app.useBodyParser('json', { limit: '1mb' });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  await app.listen(Number(process.env.PORT), '127.0.0.1');
})();
