/** A response that was serialised by its handler: sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
