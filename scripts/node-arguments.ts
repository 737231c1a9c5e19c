/** The arguments that Node needs to run the sources. `run.mjs`, which must run on older versions of Node, repeats them. */
export const NODE_ARGUMENTS = ['--import', new URL('tsx-loader.ts', import.meta.url).href]
