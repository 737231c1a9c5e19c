import { staff } from '../staff.ts'

export const staffExport = {
  fileName: 'staff',
  title: staff.title,
  columns: {
    name: staff.name,
    email: staff.email,
    roles: staff.roles,
    status: staff.status,
    secondFactor: staff.secondFactor,
    lastSeen: staff.lastSeen,
  },
  roleNames: staff.roleNames,
  statuses: staff.statuses,
  has: staff.hasSecondFactor,
  hasNot: staff.noSecondFactor,
}
