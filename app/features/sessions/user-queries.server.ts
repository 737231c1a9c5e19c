/** The columns of an account that a session is opened with. */
export const USER_COLUMNS = [
  'users.id',
  'users.email',
  'users.user_name',
  'users.first_name',
  'users.last_name',
  'users.phone',
  'users.profile_picture',
  'users.roles',
  'users.last_role',
] as const
