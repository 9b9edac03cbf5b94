import type { Insertable } from 'kysely'
import type { Database } from '#server/tables.ts'
import { questionnaireAnswer, questionnaireDraft } from './answers.ts'
import { secondRulesSince } from './fill-season.ts'
import { byDay, daysFrom } from './moment.ts'
import { hasPassed, type Progress } from './progress.ts'
import { regionNames } from './regions.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

type Row<T extends keyof Database> = Insertable<Database[T]>

/** All rows about one person's season, ready to be stored. */
export interface Journey {
  facts: Row<'stage_facts'>[]
  answers: Omit<Row<'rules_answers'>, 'text_hash'>[]
  drafts: Row<'stage_drafts'>[]
  handIns: Omit<Row<'hand_ins'>, 'receipt_number'>[]
  decisions: Row<'stage_decisions'>[]
  remarks: Row<'stage_remarks'>[]
  notifications: Row<'notifications'>[]
}

export interface Traveller {
  accountId: number
  /** A number of the person's own; it selects their texts and days. */
  number: number
  region: string
  progress: Progress
}

/** One person's way from the first day until now. */
export function journeyOf({ accountId, number, region, progress }: Traveller, ids: StageIds, now: Date): Journey {
  const journey: Journey = {
    facts: [],
    answers: [],
    drafts: [],
    handIns: [],
    decisions: [],
    remarks: [],
    notifications: [],
  }
  const stage = (code: string) => ({ account_id: accountId, stage_id: numberOf(ids, `ru_season_5/${code}`) })
  const came = daysFrom(now, progress === 'old_rules' ? -12.5 : -9.4 + (number % 7) * 0.9)
  const joined = byDay(came)
  const later = (hours: number) =>
    new Date(Math.min(byDay(new Date(came.getTime() + hours * 3_600_000)).getTime(), now.getTime() - 60_000))

  const registration = stage('registration')
  const applied = { ...registration, started_at: joined, submitted_at: joined }
  if (progress === 'refused') {
    const reason = 'По документам управленческий опыт — меньше двух лет. Ждём вас в следующем сезоне'
    journey.facts.push({ ...applied, failed_at: later(30), reasons: [reason] })
    journey.decisions.push(decision(registration, 'failed', reason, 'Следующий сезон начнётся через год', later(30)))
  } else if (progress === 'registering') journey.facts.push({ ...applied, reasons: [] })
  else journey.facts.push({ ...applied, passed_at: later(1), reasons: [] })

  journey.notifications.push({
    account_id: accountId,
    title: hasPassed(progress, 'registration') ? 'Вы зарегистрированы' : 'Заявка получена',
    text: hasPassed(progress, 'registration')
      ? 'Добро пожаловать на конкурс «Лидеры страны»! Следующий шаг — прочитать правила.'
      : 'Мы проверяем заявку. Обычно это занимает один-два рабочих дня.',
    created_at: later(1),
    read_at: number % 3 === 0 ? later(5) : null,
  })

  if (progress === 'old_rules') answerRules(1, 'done', '', byDay(daysFrom(now, secondRulesSince - 1.5)))
  if (progress === 'rejected_rules')
    answerRules(2, 'fail', 'Не могу участвовать в очном финале: в эти дни у нас пуск производства.', later(6))
  if (hasPassed(progress, 'rules')) answerRules(2, 'done', '', later(4))

  if (hasPassed(progress, 'rules') && progress !== 'accepted_rules') fillQuestionnaire()
  return journey

  function answerRules(version: number, status: 'done' | 'fail', comment: string, at: Date) {
    const rules = stage('rules')
    const reason = status === 'done' ? `Вы приняли редакцию № ${version}` : 'Вы отклонили правила'
    journey.answers.push({ ...rules, version, status, comment, answered_at: at, ip: '192.0.2.10' })
    journey.handIns.push({ ...rules, revision: 1, arrived_at: at, data: JSON.stringify({ status, version, comment }) })
    journey.decisions.push(decision(rules, status === 'done' ? 'passed' : 'failed', reason, '', at))
    const outcome = status === 'done' ? { passed_at: at, reasons: [] } : { failed_at: at, reasons: [reason] }
    journey.facts.push({ ...rules, started_at: at, submitted_at: at, ...outcome })
  }

  function fillQuestionnaire() {
    const form = stage('questionnaire')
    const home = { id: region, value: regionNames[region] ?? region }
    const begun = { ...form, started_at: later(8) }
    const finished = JSON.stringify(questionnaireAnswer(number, home))
    const draft = (data: string) => journey.drafts.push({ ...form, revision: 3, data, saved_at: later(20) })
    if (progress === 'drafting') {
      journey.facts.push({ ...begun, reasons: [] })
      draft(JSON.stringify(questionnaireDraft(number, home)))
      return
    }
    draft(finished)
    const at = later(26)
    journey.handIns.push({ ...form, revision: 1, arrived_at: at, form_version: 1, data: finished })
    const handedIn = { ...begun, submitted_at: at, reasons: [] }
    if (progress === 'handed_in') journey.facts.push(handedIn)
    else if (progress === 'processing') journey.facts.push({ ...handedIn, processing_at: at })
    else if (progress === 'interrupted')
      journey.facts.push({ ...handedIn, processing_at: at, interrupted_at: later(27) })
    else if (progress === 'returned') returned(form, begun, later(40))
    else if (progress === 'failed') {
      const reason = 'Сведения об опыте не подтвердились'
      journey.decisions.push(decision(form, 'failed', reason, 'Можно подать апелляцию в поддержку', later(44)))
      journey.facts.push({ ...handedIn, failed_at: later(44), reasons: [reason] })
    } else {
      journey.decisions.push(decision(form, 'passed', 'Анкета принята', 'Готовьтесь к тесту', later(36)))
      journey.facts.push({ ...handedIn, passed_at: later(36) })
      notify('Анкета принята', 'Спасибо за подробные ответы. Впереди тест: дата и время — в списке этапов.', later(36))
    }
  }

  function returned(form: { account_id: number; stage_id: number }, begun: Row<'stage_facts'>, at: Date) {
    const reason = 'Нужно уточнить два ответа'
    journey.decisions.push(decision(form, 'returned', reason, 'Исправьте отмеченное и отправьте анкету ещё раз', at))
    journey.facts.push({ ...begun, returned_at: at, reasons: [reason] })
    journey.remarks.push(
      { ...form, field: 'education_place', text: 'Укажите полное название, как в дипломе', created_at: at },
      { ...form, field: 'jobs', text: 'Добавьте место работы, где вы руководили людьми', created_at: at },
    )
    notify('Анкету нужно дополнить', 'Эксперт оставил замечания к двум ответам. Остальное менять не нужно.', at)
  }

  function notify(title: string, text: string, created_at: Date) {
    journey.notifications.push({ account_id: accountId, title, text, created_at })
  }
}

function decision(
  of: { account_id: number; stage_id: number },
  outcome: 'passed' | 'failed' | 'returned',
  reason: string,
  next_step: string,
  at: Date,
): Row<'stage_decisions'> {
  return { ...of, outcome, reason, next_step, decided_at: at, published_at: at }
}
