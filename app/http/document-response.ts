/** An answer whose text is at hand. */
type Init = { status: number; headers: Headers }

/**
 * A page on its way from the renderer to the compression. A plain `Response` would encode its text into a stream, and
 * whoever reads the text would decode it again: for a page of a hundred kilobytes two of the milliseconds that making it
 * costs. This one is encoded once, when its bytes are asked for, and its parts are never joined for that.
 */
export class DocumentResponse extends Response {
  readonly #parts: readonly string[]
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined

  constructor(parts: readonly string[], init: Init) {
    super(null, init)
    this.#parts = parts
  }

  /** Encodes nothing until it is read: the router looks at it only to know that this is an answer. */
  override get body() {
    this.#stream ??= new ReadableStream(
      {
        pull: (controller) => {
          controller.enqueue(this.#encoded())
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return this.#stream
  }

  override async text() {
    return this.#parts.join('')
  }

  override async bytes() {
    return this.#encoded()
  }

  override async arrayBuffer() {
    return this.#encoded().buffer
  }

  override clone() {
    return new DocumentResponse(this.#parts, this)
  }

  #encoded(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
    const buffer = Buffer.from(bytes.buffer)
    let end = 0
    for (const part of this.#parts) end += buffer.write(part, end)
    return bytes
  }
}
