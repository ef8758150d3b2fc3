import { Domain, Text } from '#platform/fields/fields';

export class GetScoreReceiptRequest {
  @Domain({ example: 'payrollharbor.com' })
  vendorDomain!: string;
}

export class GetScoreReceiptResponse {
  @Text({
    max: 65_536,
    description:
      'A JWS in compact form, signed with a key of /.well-known/jwks.json. Its payload is a score with every input it was computed from.',
  })
  receipt!: string;
}
