/** Bounds the request bodies that this process holds at the same time, in all and for each network. */
import { Problem } from '../../api/problem.ts'

export type ReceivingLimits = {
  maxBodies: number
  maxBytes: number
  maxBodiesOfNetwork: number
  maxBytesOfNetwork: number
}

/** What a body takes up: by its announced length, or else by the most that it may have. */
export type Receiving = {
  /**
   * @param network whose body it is; without one only the bounds for all apply
   * @returns called when the body is held no longer
   * @throws Problem busy
   */
  begin: (bytes: number, network: string | undefined) => () => void
}

const MB = 1_000_000
const RETRY_AFTER_SECONDS = 5

/** Bodies that are read whole: forms, JSON, pictures of people. */
export const IN_MEMORY = createReceiving({
  maxBodies: 500,
  maxBytes: 128 * MB,
  maxBodiesOfNetwork: 250,
  maxBytesOfNetwork: 64 * MB,
})

/** Files, from their first byte until they are stored or refused. */
export const ON_DISK = createReceiving({
  maxBodies: 150,
  maxBytes: 4000 * MB,
  maxBodiesOfNetwork: 75,
  maxBytesOfNetwork: 2000 * MB,
})

type Held = { bodies: number; bytes: number }

export function createReceiving(limits: ReceivingLimits): Receiving {
  const all: Held = { bodies: 0, bytes: 0 }
  const ofNetworks = new Map<string, Held>()
  return {
    begin(bytes, network) {
      const own = (network && ofNetworks.get(network)) || { bodies: 0, bytes: 0 }
      const isFull =
        all.bodies >= limits.maxBodies ||
        all.bytes + bytes > limits.maxBytes ||
        (network !== undefined &&
          (own.bodies >= limits.maxBodiesOfNetwork || own.bytes + bytes > limits.maxBytesOfNetwork))
      if (isFull) throw new Problem('busy', { seconds: RETRY_AFTER_SECONDS })
      if (network) ofNetworks.set(network, own)
      for (const held of [all, own]) {
        held.bodies += 1
        held.bytes += bytes
      }
      return () => {
        for (const held of [all, own]) {
          held.bodies -= 1
          held.bytes -= bytes
        }
        if (network && own.bodies === 0) ofNetworks.delete(network)
      }
    },
  }
}
