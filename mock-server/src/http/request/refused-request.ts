/** A malformed request that the server refuses with 400 before routing. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest'
  readonly statusCode = 400
}
