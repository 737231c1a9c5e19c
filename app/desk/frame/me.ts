/** The signed-in member of staff, as the frame shows them. */
export type Me = { id: number; name: string; picture: string | null; rights: string[]; needsSecondFactor: boolean }
