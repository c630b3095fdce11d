// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Contracts that say what the venue's say, on request. One call is one log.

contract ExchangeV1 {
    event OrderFilled(bytes32 indexed orderHash, address indexed maker, address indexed taker, uint256 makerAssetId, uint256 takerAssetId, uint256 makerAmountFilled, uint256 takerAmountFilled, uint256 fee);
    event OrdersMatched(bytes32 indexed takerOrderHash, address indexed takerOrderMaker, uint256 makerAssetId, uint256 takerAssetId, uint256 makerAmountFilled, uint256 takerAmountFilled);
    event Unheard(uint256 number);

    function fill(bytes32 order, address maker, address taker, uint256 gives, uint256 takes, uint256 given, uint256 taken, uint256 fee) external {
        emit OrderFilled(order, maker, taker, gives, takes, given, taken, fee);
    }

    function matched(bytes32 order, address taker) external {
        emit OrdersMatched(order, taker, 0, 1, 1, 1);
    }

    function unheard(uint256 number) external {
        emit Unheard(number);
    }
}

contract ExchangeV2 {
    event OrderFilled(bytes32 indexed orderHash, address indexed maker, address indexed taker, uint8 side, uint256 tokenId, uint256 makerAmountFilled, uint256 takerAmountFilled, uint256 fee, bytes32 builder, bytes32 metadata);

    function fill(bytes32 order, address maker, address taker, uint8 side, uint256 token, uint256 given, uint256 taken, uint256 fee) external {
        emit OrderFilled(order, maker, taker, side, token, given, taken, fee, bytes32(0), bytes32(0));
    }
}

contract ConditionalTokens {
    event ConditionPreparation(bytes32 indexed conditionId, address indexed oracle, bytes32 indexed questionId, uint256 outcomeSlotCount);
    event ConditionResolution(bytes32 indexed conditionId, address indexed oracle, bytes32 indexed questionId, uint256 outcomeSlotCount, uint256[] payoutNumerators);
    event PositionSplit(address indexed stakeholder, address collateralToken, bytes32 indexed parentCollectionId, bytes32 indexed conditionId, uint256[] partition, uint256 amount);
    event PositionsMerge(address indexed stakeholder, address collateralToken, bytes32 indexed parentCollectionId, bytes32 indexed conditionId, uint256[] partition, uint256 amount);
    event PayoutRedemption(address indexed redeemer, address indexed collateralToken, bytes32 indexed parentCollectionId, bytes32 conditionId, uint256[] indexSets, uint256 payout);
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);

    function prepare(bytes32 condition, address oracle, bytes32 question) external {
        emit ConditionPreparation(condition, oracle, question, 2);
    }

    function resolve(bytes32 condition, address oracle, bytes32 question, uint256[] calldata payouts) external {
        emit ConditionResolution(condition, oracle, question, payouts.length, payouts);
    }

    function split(address owner, address collateral, bytes32 condition, uint256 amount) external {
        emit PositionSplit(owner, collateral, bytes32(0), condition, bothOutcomes(), amount);
    }

    function merge(address owner, address collateral, bytes32 condition, uint256 amount) external {
        emit PositionsMerge(owner, collateral, bytes32(0), condition, bothOutcomes(), amount);
    }

    function redeem(address owner, address collateral, bytes32 condition, uint256 payout) external {
        emit PayoutRedemption(owner, collateral, bytes32(0), condition, bothOutcomes(), payout);
    }

    function move(address from, address to, uint256 token, uint256 amount) external {
        emit TransferSingle(from, from, to, token, amount);
    }

    function moveMany(address from, address to, uint256[] calldata tokens, uint256[] calldata amounts) external {
        emit TransferBatch(from, from, to, tokens, amounts);
    }

    function bothOutcomes() private pure returns (uint256[] memory sets) {
        sets = new uint256[](2);
        (sets[0], sets[1]) = (1, 2);
    }
}

contract NegRiskAdapter {
    event MarketPrepared(bytes32 indexed marketId, address indexed oracle, uint256 feeBips, bytes data);
    event PositionsConverted(address indexed stakeholder, bytes32 indexed marketId, uint256 indexed indexSet, uint256 amount);
    event PayoutRedemption(address indexed redeemer, bytes32 indexed conditionId, uint256[] amounts, uint256 payout);

    function prepareMarket(bytes32 market, address oracle, uint256 feeBips) external {
        emit MarketPrepared(market, oracle, feeBips, "market");
    }

    function convert(address owner, bytes32 market, uint256 indexSet, uint256 amount) external {
        emit PositionsConverted(owner, market, indexSet, amount);
    }

    function redeem(address owner, bytes32 condition, uint256[] calldata amounts, uint256 payout) external {
        emit PayoutRedemption(owner, condition, amounts, payout);
    }
}

/// Several calls in one transaction, as the venue's operators make them.
contract Operator {
    function run(address[] calldata targets, bytes[] calldata calls) external {
        for (uint256 i = 0; i < targets.length; i++) {
            (bool done, ) = targets[i].call(calls[i]);
            require(done);
        }
    }
}

/// Says whatever it is given, as whatever contract its code is put in the place of.
contract Echo {
    function say(bytes32[] calldata topics, bytes calldata data) external {
        bytes memory copy = data;
        assembly {
            let start := add(copy, 0x20)
            let size := mload(copy)
            let at := topics.offset
            let second := calldataload(add(at, 0x20))
            let third := calldataload(add(at, 0x40))
            switch topics.length
            case 1 { log1(start, size, calldataload(at)) }
            case 2 { log2(start, size, calldataload(at), second) }
            case 3 { log3(start, size, calldataload(at), second, third) }
            case 4 { log4(start, size, calldataload(at), second, third, calldataload(add(at, 0x60))) }
        }
    }
}
