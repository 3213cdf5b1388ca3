@testable import CoreData

/// A way to damage a ``ClubStore``, what is to be found, and what is to be true once that is repaired.
struct StoreFaultCase: Sendable, CustomStringConvertible {
    let kind: StoreFinding.Kind
    let entity: String?
    let property: String?
    let count: Int
    /// Done to the file, past Core Data.
    let damage: String
    /// A question to which the answer is 1 once all is well.
    let proof: String

    init(
        _ kind: StoreFinding.Kind, _ entity: String?, _ property: String? = nil, count: Int = 1, damage: String,
        proof: String
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.count = count
        self.damage = damage
        self.proof = proof
    }

    var description: String { "\(kind.rawValue) of \(entity ?? "the store")" }

    static let all = [
        StoreFaultCase(
            .lowHighestKey, "Person", damage: "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Person'",
            proof: "SELECT Z_MAX = (SELECT max(Z_PK) FROM ZPERSON) FROM Z_PRIMARYKEY WHERE Z_NAME = 'Person'"),
        StoreFaultCase(
            .lowHighestKey, "TRANSACTION", damage: "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16002",
            proof: "SELECT Z_MAX = 2 AND Z_NAME = 'TRANSACTION' FROM Z_PRIMARYKEY WHERE Z_ENT = 16002"),
        StoreFaultCase(
            .unnumberedEntity, "Member", damage: "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Member'",
            proof: "SELECT Z_SUPER = 3 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Member'"),
        StoreFaultCase(
            .unnumberedEntity, "Skill", damage: "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Skill'",
            proof: "SELECT Z_ENT = 6 AND Z_MAX = 3 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Skill'"),
        StoreFaultCase(
            .foreignRow, "Skill", damage: "UPDATE ZSKILL SET Z_ENT = 99 WHERE ZTITLE = 'running'",
            proof: "SELECT Z_ENT = 6 FROM ZSKILL WHERE ZTITLE = 'running'"),
        StoreFaultCase(
            .foreignRow, "Person", count: 2, damage: "UPDATE ZPERSON SET Z_ENT = 3 WHERE Z_ENT = 4",
            proof: "SELECT count(*) = 40 FROM ZPERSON"),
        StoreFaultCase(
            .unversionedRow, "Guest", count: 40, damage: "UPDATE ZGUEST SET Z_OPT = NULL",
            proof: "SELECT sum(Z_OPT) = 40 FROM ZGUEST"),
        StoreFaultCase(
            .wrongValue, "Member", "age", damage: "UPDATE ZPERSON SET ZAGE = 'old' WHERE ZNAME = 'Reds 1'",
            proof: "SELECT ZAGE = 0 FROM ZPERSON WHERE ZNAME = 'Reds 1'"),
        StoreFaultCase(
            .wrongValue, "Member", "badge", damage: "UPDATE ZPERSON SET ZBADGE = x'00' WHERE ZNAME = 'Reds 1'",
            proof: "SELECT length(ZBADGE) = 16 FROM ZPERSON WHERE ZNAME = 'Reds 1'"),
        StoreFaultCase(
            .missingValue, "Member", "name", damage: "UPDATE ZPERSON SET ZNAME = NULL WHERE ZNAME = 'Reds 1'",
            proof: "SELECT count(*) = 1 FROM ZPERSON WHERE ZNAME = ''"),
        StoreFaultCase(
            .danglingKey, "Member", "team", count: 20, damage: "DELETE FROM ZTEAM WHERE ZTITLE = 'Reds'",
            proof: "SELECT count(*) = 20 FROM ZPERSON WHERE ZTEAM IS NULL AND Z_FOK_TEAM IS NULL AND Z_ENT = 5"),
        StoreFaultCase(
            .danglingKey, "Team", "captain", damage: "DELETE FROM ZPERSON WHERE ZNAME = 'coach of the Reds'",
            proof: "SELECT ZCAPTAIN IS NULL AND Z3_CAPTAIN IS NULL FROM ZTEAM WHERE ZTITLE = 'Reds'"),
        StoreFaultCase(
            .danglingKey, "Member", "guests", damage: "UPDATE ZGUEST SET Z5GUESTS = 999 WHERE Z_PK = 1",
            proof: "SELECT Z5GUESTS IS NULL FROM ZGUEST WHERE Z_PK = 1"),
        StoreFaultCase(
            .wrongDestinationEntity, "Team", "captain", count: 2, damage: "UPDATE ZTEAM SET Z3_CAPTAIN = 5",
            proof: "SELECT count(*) = 2 FROM ZTEAM WHERE Z3_CAPTAIN = 4"),
        StoreFaultCase(
            .oneSidedRelationship, "Member", "locker",
            damage: "UPDATE ZLOCKER SET ZMEMBER = NULL WHERE Z_PK = 1",
            proof: "SELECT ZLOCKER = 1 FROM ZPERSON WHERE Z_PK = (SELECT ZMEMBER FROM ZLOCKER WHERE Z_PK = 1)"),
        StoreFaultCase(
            .danglingPair, "Member", "skills", count: 40, damage: "DELETE FROM ZSKILL WHERE ZTITLE = 'running'",
            proof: "SELECT count(*) = 80 FROM Z_5SKILLS"),
        StoreFaultCase(
            .unorderedMembers, "Team", "members", count: 20,
            damage: "UPDATE ZPERSON SET Z_FOK_TEAM = NULL WHERE ZTEAM = 1",
            proof: "SELECT count(DISTINCT Z_FOK_TEAM) = 20 FROM ZPERSON WHERE ZTEAM = 1"),
        StoreFaultCase(
            .unorderedMembers, "Member", "skills", count: 2,
            damage:
                "UPDATE Z_5SKILLS SET Z_FOK_6SKILLS = 2048 WHERE Z_5HOLDERS = (SELECT min(Z_5HOLDERS) FROM Z_5SKILLS)",
            proof: "SELECT count(DISTINCT Z_FOK_6SKILLS) = 3 FROM Z_5SKILLS GROUP BY Z_5HOLDERS ORDER BY Z_5HOLDERS"),
        StoreFaultCase(
            .duplicate, "Member", "badge", count: 39,
            damage: "DROP INDEX Z_Member_UNIQUE_badge; UPDATE ZPERSON SET ZBADGE = zeroblob(16) WHERE Z_ENT = 5",
            proof: "SELECT count(DISTINCT ZBADGE) = 40 FROM ZPERSON"),
        StoreFaultCase(
            .duplicate, "Skill", "title", count: 2,
            damage: "DROP INDEX Z_Skill_UNIQUE_title; UPDATE ZSKILL SET ZTITLE = 'x'",
            proof: "SELECT group_concat(ZTITLE, ',') = 'x,x 2,x 3' FROM (SELECT ZTITLE FROM ZSKILL ORDER BY ZTITLE)"),
        StoreFaultCase(
            .missingIndex, "Z_Member_byName", damage: "DROP INDEX Z_Member_byName",
            proof: "SELECT count(*) = 1 FROM sqlite_master WHERE name = 'Z_Member_byName'"),
        StoreFaultCase(
            .missingTable, "ZGUEST", damage: "DROP TABLE ZGUEST", proof: "SELECT count(*) = 0 FROM ZGUEST"),
        StoreFaultCase(
            .missingTable, "ZLOCKER.ZNUMBER", damage: "ALTER TABLE ZLOCKER DROP COLUMN ZNUMBER",
            proof: "SELECT count(*) = 40 FROM ZLOCKER WHERE ZNUMBER IS NULL"),
        StoreFaultCase(
            .unreadableMetadata, nil, damage: "UPDATE Z_METADATA SET Z_PLIST = x'00'",
            proof: "SELECT count(*) = 1 FROM Z_METADATA WHERE length(Z_PLIST) > 500 AND length(Z_UUID) = 36"),
        StoreFaultCase(
            .unreadableModel, nil, damage: "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'",
            proof: "SELECT length(Z_CONTENT) > 500 FROM Z_MODELCACHE"),
        StoreFaultCase(
            .brokenHistory, "CHANGE", damage: "DELETE FROM ATRANSACTION WHERE Z_PK = 2",
            proof: "SELECT count(*) > 100 AND max(ZTRANSACTIONID) = 1 FROM ACHANGE"),
        StoreFaultCase(
            .brokenHistory, "CHANGE", damage: "UPDATE ACHANGE SET ZENTITY = 77 WHERE ZCHANGETYPE = 1",
            proof: "SELECT count(*) = 0 FROM ACHANGE WHERE ZCHANGETYPE = 1"),
        StoreFaultCase(
            .brokenHistory, "TRANSACTION", count: 2, damage: "UPDATE ATRANSACTION SET ZPROCESSIDTS = 99",
            proof: "SELECT count(*) = 2 FROM ATRANSACTION WHERE ZPROCESSIDTS IS NULL"),
    ]
}
