import { readDocument } from '#server/accounts/registration/personal-documents.ts'
import type { Db } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { formalName } from '#shared/platform/names/full-name.ts'

/** The person's account, with decrypted documents. */
export async function ownAccount(db: Db, accountId: number, config: Config): Promise<OwnRecord[]> {
  const row = await db
    .selectFrom('accounts')
    .select([
      'test_id',
      'last_name',
      'first_name',
      'middle_name',
      'birth_date',
      'email',
      'email_verified_at',
      'phone',
      'second_factor',
      'created_at',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const passport = await readDocument(db, config, accountId, 'passport')
  const snils = await readDocument(db, config, accountId, 'snils')
  return [
    {
      kept: { ...row, passport, snils },
      lines: [
        ['Номер пользователя', String(row.test_id)],
        ['Имя', formalName(row)],
        ['Дата рождения', row.birth_date ?? 'не указана'],
        ['Электронная почта', row.email],
        ['Телефон', row.phone ?? 'не указан'],
        ['Паспорт', passport ?? 'не указан'],
        ['СНИЛС', snils ?? 'не указан'],
        ['Учётная запись создана', moment(row.created_at)],
      ],
    },
  ]
}
