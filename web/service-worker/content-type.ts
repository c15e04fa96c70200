/** Content types by file extension. */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^(text|application)\/(x-)?javascript/,
  css: /^text\/css/,
  woff2: /^(font\/|application\/(font-|x-font-|octet-stream))/,
}
const IMAGE = /^image\//

/** Whether a response is complete and is an image. */
export function isImageResponse(response: Response): boolean {
  return response.status === 200 && IMAGE.test(typeOf(response))
}

/**
 * Whether a response is complete and has the content type of the file. A hotspot may respond to every request with its
 * sign-in page and status 200.
 * @param path of a file with a hash in its name
 */
export function isFileResponse(path: string, response: Response): boolean {
  const expected = TYPES[path.replace(/^.*\./, '')] ?? IMAGE
  return response.status === 200 && expected.test(typeOf(response))
}

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''
