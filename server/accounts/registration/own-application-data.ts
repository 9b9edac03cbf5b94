import type { Db } from '#server/db.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import { type Line, moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { Services } from '#server/services.ts'
import { formVersions } from '#server/stages/forms/store.ts'
import { readSettings } from '#server/stages/read-settings.ts'
import { registrationKind } from '#shared/accounts/registration/contract.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'

/** The person's applications, in the words of the form. */
export async function ownApplications(
  db: Db,
  accountId: number,
  { dictionaries }: Pick<Services, 'dictionaries'>,
): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('applications as a')
    .innerJoin('stages as s', 's.id', 'a.stage_id')
    .innerJoin('competitions as c', 'c.code', 'a.competition_code')
    .select(['c.title', 'a.competition_code', 'a.door', 'a.data', 'a.promocode', 'a.invite', 'a.submitted_at'])
    .select(['s.settings', 's.settings_version', 'a.stage_id', 'a.form_version'])
    .select((of) =>
      of
        .selectFrom('entry_code_uses as u')
        .innerJoin('entry_codes as e', 'e.id', 'u.code_id')
        .select('u.used_at')
        .whereRef('u.account_id', '=', 'a.account_id')
        .whereRef('e.stage_id', '=', 'a.stage_id')
        .orderBy('u.used_at')
        .limit(1)
        .as('entered_by_code_at'),
    )
    .where('a.account_id', '=', accountId)
    .orderBy('a.submitted_at')
    .execute()
  const asked = await formVersions(
    db,
    rows.map(({ stage_id, form_version }) => ({ stageId: stage_id, formVersion: form_version })),
  )
  const forms = rows.map(
    ({ settings, settings_version }, at) =>
      asked[at] ?? (readSettings(registrationKind, settings, settings_version).settings.form as FormSchema),
  )
  const all = await dictionaries.now(db)
  return rows.map(
    ({ settings: _settings, settings_version: _version, stage_id: _stage, form_version: _form, title, ...row }, at) => {
      const form = forms[at]
      const said = form ? humanReadable(form, row.data, wholeDictionaries(all, form, row.competition_code)) : []
      return {
        kept: { title, ...row },
        lines: [
          ['Конкурс', title],
          ['Подана', moment(row.submitted_at)],
          ...(row.entered_by_code_at ? [['Вход по коду', moment(row.entered_by_code_at)] as const] : []),
          ...said.map(({ label, value }): Line => [label, value]),
        ],
      }
    },
  )
}

/** The person's consents, with the texts that were shown. */
export async function ownConsents(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('consents as c')
    .innerJoin('consent_texts as t', 't.text_hash', 'c.text_hash')
    .select(['c.competition_code', 'c.document_title', 'c.document_version', 'c.purpose', 'c.term', 'c.given_at'])
    .select(['c.withdrawn_at', 'c.ip', 't.text'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Документ', `${row.document_title}, редакция ${row.document_version}`],
      ['Для чего', row.purpose],
      ['Срок', row.term || 'Пока не отозвано'],
      ['Дано', `${moment(row.given_at)}, с адреса ${row.ip}`],
      ['Отозвано', moment(row.withdrawn_at)],
    ],
  }))
}
