import { readDocument } from '#server/registration/personal-documents.ts'
import type { Services } from '#server/services.ts'
import { formalName } from '#shared/people/full-name.ts'
import { moment, type OwnRecord } from './own-record.ts'

/** Who the person is, with the documents in the clear: they are his. */
export async function ownAccount({ db, config }: Services, accountId: number): Promise<OwnRecord[]> {
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
