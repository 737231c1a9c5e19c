/** What Node needs to run the product's sources; `run.mjs`, which older versions of Node run too, says the same. */
export const NODE_ARGUMENTS = ['--import', new URL('tsx-loader.ts', import.meta.url).href]
