import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../seeds/world/model.ts'
import { demoWorld, plantedRoles } from '../../seeds/world/world.ts'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { type Behaviour, behaviours } from './support/behaviour.ts'

function behavioursByRole(records: readonly SourceRecord[]): Map<Role, Behaviour[]> {
  const seen = behaviours(records)
  const byRole = new Map<Role, Behaviour[]>()
  for (const [address, role] of plantedRoles()) {
    const behaviour = seen.get(address)
    if (behaviour) byRole.set(role, [...(byRole.get(role) ?? []), behaviour])
  }
  return byRole
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const surely = (all: readonly Behaviour[]) =>
  all.filter((one) => one.units >= 30 && one.edge > 2.5 * one.edgeError)

let records: SourceRecord[] = []
let informed = new Map<Role, Behaviour[]>()
let blind = new Map<Role, Behaviour[]>()
const of = (role: Role) => informed.get(role) ?? []

beforeAll(() => {
  records = [...demoWorld()]
  informed = behavioursByRole(records)
  blind = behavioursByRole([...demoWorld({ informed: false })])
})

describe('planted roles behave as planted', () => {
  test('market makers are market makers, and bots trade thousands of fills and are bots', () => {
    expect(of('MARKET_MAKER').map((one) => one.strategy)).toEqual(Array(4).fill('MARKET_MAKER'))
    expect(of('BOT').map((one) => one.strategy)).toEqual(Array(6).fill('HIGH_FREQUENCY'))
    expect(Math.min(...of('BOT').map((one) => one.fills))).toBeGreaterThan(4000)
    for (const one of [...of('BOT'), ...of('MARKET_MAKER')]) expect(one.botProbability).toBeGreaterThan(0.72)
  })

  test('no other trader is classified as a bot', () => {
    const roles: Role[] = ['CROWD', 'UNSKILLED', 'SKILLED', 'SNIPER', 'SPECIALIST', 'FARMER']
    const people = roles.flatMap(of)
    expect(Math.max(...people.map((one) => one.botProbability))).toBeLessThan(0.65)
  })

  test('snipers and specialists are classified so; skilled, unskilled and farmers are neither', () => {
    expect(of('SNIPER').filter((one) => one.strategy !== 'SNIPER')).toEqual([])
    const specialists = of('SPECIALIST').filter((one) => one.strategy === 'SPECIALIST')
    expect(specialists.length).toBeGreaterThanOrEqual(57)
    const others = [...of('SKILLED'), ...of('UNSKILLED'), ...of('FARMER')]
    expect(others.filter((one) => one.strategy !== 'OTHER')).toEqual([])
  })

  test('skilled traders reach 30 decided units and most have an edge far above chance', () => {
    expect(of('SKILLED')).toHaveLength(70)
    expect(Math.min(...of('SKILLED').map((one) => one.units))).toBeGreaterThanOrEqual(30)
    expect(Math.min(...of('SKILLED').map((one) => one.edge))).toBeGreaterThan(0)
    expect(surely(of('SKILLED')).length).toBeGreaterThan(50)
  })

  test('farmers win nearly always and earn nearly nothing', () => {
    for (const farmer of of('FARMER')) {
      expect(farmer.markets).toBeGreaterThan(30)
      expect(farmer.winRate).toBeGreaterThan(0.9)
      expect(Math.abs(farmer.edge)).toBeLessThan(0.03)
    }
  })

  test('unskilled traders and the crowd have no edge beyond chance', () => {
    expect(surely(of('UNSKILLED'))).toEqual([])
    expect(mean(of('UNSKILLED').map((one) => one.edge))).toBeLessThan(-0.2)
    expect(surely(of('CROWD')).length).toBeLessThan(10)
  })

  test('good traders have several hundred fills of ten thousand dollars and more', () => {
    const roles = plantedRoles()
    const large = records.filter((record) => record.kind === 'FILL' && record.usd >= 10_000_000_000)
    const good = large.filter((record) => record.kind === 'FILL' && roles.get(record.owner) === 'SKILLED')
    expect(good.length).toBeGreaterThan(200)
    expect(large.length).toBeLessThan(2000)
  })
})

test('without information the same habits give no edge', () => {
  const skilled = blind.get('SKILLED') ?? []
  expect(Math.min(...skilled.map((one) => one.units))).toBeGreaterThanOrEqual(30)
  expect(mean(skilled.map((one) => one.edge))).toBeLessThan(0.05)
  expect(surely(skilled).length).toBeLessThan(4)
  const snipers = blind.get('SNIPER') ?? []
  expect(mean(snipers.map((one) => one.edge))).toBeLessThan(0.1)
})
