/** The signed-in member of staff, as the frame shows them. */
export type Me = { name: string; picture: string | null; rights: string[] }
