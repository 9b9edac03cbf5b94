import type { Db, Tx } from '#server/db.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { formVersion } from './store.ts'

/**
 * Tells whether the path of an answer leads to data of a special category, which judges of a work need not know. The
 * field may have been marked before or after the answer was given.
 */
export async function specialFields(
  db: Db | Tx,
  stage: Pick<SeasonStage, 'id' | 'form'>,
  version: number,
): Promise<(path: string) => boolean> {
  if (stage.form === null) return () => false
  const answered = version === stage.form.version ? null : await formVersion(db, stage.id, version)
  const paths = new Set([stage.form, answered].flatMap((form) => (form ? specialIn(form) : [])))
  return (path) => {
    const [field = '', , child] = path.split('.')
    return paths.has(field) || (child !== undefined && paths.has(`${field}.${child}`))
  }
}

const specialIn = (form: FormSchema): string[] =>
  fieldsOf(form).flatMap((field) => [
    ...(field.special ? [field.name] : []),
    ...(field.fields ?? []).flatMap((child) => (child.special ? [`${field.name}.${child.name}`] : [])),
  ])
