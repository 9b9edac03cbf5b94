import { Type } from 'typebox'
import { line } from '#shared/platform/api/fields.ts'
import { maxDutyLength } from '#shared/programme/team-formation/limits.ts'
import { maxTeamSize, teamRules } from '#shared/programme/team-formation/team-rules.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { usualTeamSize } from '#shared/stages/team-types.ts'
import { teamsFormingFacts } from './kind.ts'
import { orphanDays } from './limits.ts'

const size = Type.Integer({ minimum: 1, maximum: maxTeamSize })
const moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

/**
 * With the view `regional`, people join the teams of a regional group. With any other view they form teams themselves.
 */
const settings = Type.Object({
  size_min: setting(size, { title: 'Человек в команде не меньше', hint: '', default: usualTeamSize, shown: false }),
  size_max: setting(size, { title: 'Человек в команде не больше', hint: '', default: usualTeamSize, shown: false }),
  member_stages: setting(Type.Array(Type.String(), { maxItems: 10 }), {
    title: 'Этапы, которые должен пройти каждый',
    hint: 'Не больше десяти. Пока их не прошли все, команда не собрана.',
    default: [],
    shown: false,
    names: 'personal',
  }),
  member_consents: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ minLength: 1, title: 'Документ', names: 'consent' }),
        title: line({ minLength: 1, title: 'Как назвать его команде' }),
      }),
      { maxItems: 10 },
    ),
    { title: 'Согласия, которые должен дать каждый', hint: '', default: [], shown: false },
  ),
  min_regions: setting(Type.Integer({ minimum: 0, maximum: maxTeamSize }), {
    title: 'Регионов в команде не меньше',
    hint: 'Ноль: из каких регионов участники, не важно.',
    default: 0,
    shown: false,
  }),
  roles: setting(Type.Array(Type.String({ title: 'Роль', minLength: 1, maxLength: maxDutyLength }), { maxItems: 10 }), {
    title: 'Роли, которые должны быть в команде',
    hint: 'Например, «Аналитик». Роль выбирает участник или капитан. Пусто: ролей нет.',
    default: [],
    shown: false,
  }),
  employer: setting(Type.Enum(['any', 'same', 'different']), {
    title: 'Место работы участников',
    hint: 'Организацию берём из анкеты при регистрации.',
    default: 'any',
    shown: false,
    values: {
      any: 'Не важно',
      same: 'Все из одной организации',
      different: 'Все из разных организаций',
    },
  }),
  head_letter: setting(Type.Boolean(), {
    title: 'Нужно письмо от руководителя',
    hint: 'Его прикладывает капитан, пока состав можно менять.',
    default: false,
    shown: false,
  }),
  replace_until: setting(moment, {
    title: 'Заявки на замену участника принимаем до',
    hint: 'После закрытия этапа капитан просит о замене и прикладывает документы, решаете вы. Пусто: замен нет.',
    default: null,
    shown: false,
  }),
  on_disqualification: setting(Type.Enum(['keeps', 'loses']), {
    title: 'Если участника дисквалифицируют после закрытия этапа',
    hint: 'Вывести его и ввести другого можно в любом случае: тогда команда снова в конкурсе.',
    default: 'keeps',
    shown: false,
    values: { keeps: 'Команда сохраняет результат', loses: 'Команда теряет результат' },
  }),
  orphan_days: setting(Type.Integer({ minimum: 0, maximum: orphanDays.max }), {
    title: 'Через сколько дней заменить капитана, который больше не участвует',
    hint: 'Капитаном станет тот, кто в команде дольше всех; команде придёт сообщение.',
    default: orphanDays.usual,
    shown: false,
  }),
  check: setting(Type.Enum(['auto', 'manual']), {
    title: 'Кто допускает команду',
    hint: '',
    default: 'manual',
    shown: false,
    values: { auto: 'Собранная команда допущена сама', manual: 'Проверяющий' },
  }),
  assessment_opens_at: setting(moment, {
    title: 'Взаимная оценка с',
    hint: 'Только для региональных команд. Пусто: с начала этапа.',
    default: null,
    shown: false,
  }),
  assessment_closes_at: setting(moment, {
    title: 'Взаимная оценка до',
    hint: 'Только для региональных команд. Пусто: до конца этапа.',
    default: null,
    shown: false,
  }),
})

export const teamsFormingKind = stageKind(teamsFormingFacts, {
  settings,
  // Version 1 allowed a single bound, which meant an exact size.
  steps: [(older) => ({ ...older, size_min: teamRules(older).min, size_max: teamRules(older).max })],
  answer: null,
  faults: null,
})
