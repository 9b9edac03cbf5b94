import { teamStanding } from '#server/programme/team-formation/own-team.ts'
import { teamPapers } from '#server/programme/team-formation/team-papers.ts'
import { serverKind } from '#server/stages/kind.ts'
import { teamRules } from '#shared/programme/team-formation/team-rules.ts'
import { teamsFormingKind } from '#shared/programme/teams_forming/contract.ts'
import { regionalView } from '#shared/stages/regional-view.ts'

/** Nothing is handed in: joining a team completes the stage. */
export const teamsForming = serverKind(teamsFormingKind, {
  work: null,
  attempts: null,
  standing: teamStanding,
  ownData: null,
  files: teamPapers,
  checksTeams: ({ settings, view }) => view !== regionalView && !teamRules(settings).automatic,
  checklist: ({ settings, closesAt }, { byCode }) => [
    ...(settings.size_min > settings.size_max
      ? [{ level: 'red' as const, text: 'Наименьший размер команды больше наибольшего' }]
      : []),
    ...(settings.roles.length > settings.size_max
      ? [{ level: 'red' as const, text: 'Ролей больше, чем людей в команде: собрать её не сможет никто' }]
      : []),
    ...(settings.replace_until !== null && closesAt !== null && new Date(settings.replace_until) <= closesAt
      ? [{ level: 'yellow' as const, text: 'Заявки на замену кончаются раньше, чем закрывается этап: их не будет' }]
      : []),
    ...settings.member_stages
      .filter((code) => !byCode.has(code))
      .map((code) => ({ level: 'red' as const, text: `Этапа «${code}», который должен пройти каждый, нет` })),
  ],
})
