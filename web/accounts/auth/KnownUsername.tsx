/** For password managers: whose password the form asks for or sets. Nobody else sees or reaches it. */
export function KnownUsername({ value }: { value: string }) {
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />
}
