/** A wallet's holding of a token, in shares and dollars. */
export interface Held {
  shares: number
  cost: number
  realized: number
}

/** The world's own books, in dollars and plain fractions. */
export class Books {
  readonly entries = new Map<string, Held>()

  held(owner: string, token: string): Held {
    const key = `${owner} ${token}`
    const held = this.entries.get(key) ?? { shares: 0, cost: 0, realized: 0 }
    this.entries.set(key, held)
    return held
  }

  buy(owner: string, token: string, shares: number, cost: number): void {
    const held = this.held(owner, token)
    held.shares += shares
    held.cost += cost
  }

  sell(owner: string, token: string, shares: number, proceeds: number): void {
    const held = this.held(owner, token)
    const basis = (held.cost * shares) / held.shares
    held.realized += proceeds - basis
    held.cost -= basis
    held.shares -= shares
  }

  /** Whole shares that can be sold. */
  whole(owner: string, token: string): number {
    return Math.floor(this.held(owner, token).shares + 1e-9)
  }

  fill(
    owner: string,
    token: string,
    buys: boolean,
    terms: { shares: number; dollars: number; fee: number; inShares: boolean },
  ): void {
    const { shares, dollars, fee, inShares } = terms
    if (!buys) this.sell(owner, token, shares, dollars - fee)
    else this.buy(owner, token, inShares ? shares - fee : shares, inShares ? dollars : dollars + fee)
  }
}
