/** The kinds of stage whose work is a team's, for statements in SQL. */
export const teamTypes = ['teams_solution'] as const

/** A team has exactly five members unless the stage says otherwise. */
export const usualTeamSize = 5
