/** True when the row exists already, by the constraint or unique index of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && broken === constraint
}
