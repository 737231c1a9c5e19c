/** An answer whose text is at hand. */
type Init = { status: number; headers: Headers }

/**
 * A page on its way from the renderer to the compression. A plain `Response` would encode its text into a stream, and
 * whoever reads the text would decode it again: for a page of a hundred kilobytes two of the milliseconds that making it
 * costs. This one becomes a stream only where somebody asks for one.
 */
export class DocumentResponse extends Response {
  readonly #html: string

  constructor(html: string, init: Init) {
    super(null, init)
    this.#html = html
  }

  override get body() {
    return new Response(this.#html).body
  }

  override async text() {
    return this.#html
  }

  override async arrayBuffer() {
    return new TextEncoder().encode(this.#html).buffer
  }

  override clone() {
    return new DocumentResponse(this.#html, this)
  }
}
