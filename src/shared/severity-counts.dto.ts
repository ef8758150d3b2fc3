import { Int64 } from '#platform/fields/fields';

export class SeverityCounts {
  @Int64({ example: '4' }) critical!: string;
  @Int64({ example: '17' }) high!: string;
  @Int64({ example: '0' }) medium!: string;
  @Int64({ example: '0' }) low!: string;
  @Int64({ example: '0' }) info!: string;
}
