/** A request that no endpoint could answer, whatever it declares: the server itself refuses it with 400. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly statusCode = 400
}
