import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

const words = {
  disqualified: 'отстранён от конкурса',
  restored: 'возвращён в конкурс',
  moved: 'переведён в трек',
  merged: 'присоединена учётная запись',
  tagged: 'поставлена метка',
  untagged: 'снята метка',
  annulled: 'аннулирован результат этапа',
  minutes_added: 'добавлены минуты на этапе',
  continued: 'можно продолжить этап',
  viewed: 'организатор смотрел портал глазами участника',
}

/** Acts of organisers that concern the person's participation, with the reasons. */
export async function ownParticipantActs(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('participant_acts as a')
    .innerJoin('competitions as c', 'c.code', 'a.competition_code')
    .select(['c.title', 'a.act', 'a.about', 'a.reason', 'a.at'])
    .where('a.account_id', '=', accountId)
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Конкурс', row.title],
      ['Что решено', [words[row.act], row.about && quoted(row.about)].filter(Boolean).join(' ')],
      ['Почему', row.reason],
      ['Когда', moment(row.at)],
    ],
  }))
}
