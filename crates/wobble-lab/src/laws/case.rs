//! One line of the report card before it is measured: what is asked, of what, and how closely.

/// How a measured value is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `|measured − theory|` as a part of the theory.
    Relative,
    /// `|measured − theory|`.
    Absolute,
    /// What is above the theory.
    AtMost,
    /// What is below the theory.
    AtLeast,
}

impl Rule {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relative => "relative",
            Self::Absolute => "absolute",
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
        }
    }

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Relative, Self::Absolute, Self::AtMost, Self::AtLeast].into_iter().find(|rule| rule.name() == name)
    }

    /// How far a value is off. What is not finite is infinitely far.
    pub fn error(self, theory: f64, measured: f64) -> f64 {
        let off = measured - theory;
        let error = match self {
            Self::Relative => off.abs() / theory.abs(),
            Self::Absolute => off.abs(),
            Self::AtMost => off.max(0.0),
            Self::AtLeast => (-off).max(0.0),
        };
        if off.is_finite() && error.is_finite() { error } else { f64::INFINITY }
    }
}

/// A part of the physics; one file of cases each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Beams, blocks and bars are as stiff as stated.
    Stiffness,
    /// Light things carry heavy ones.
    MassRatio,
    /// Rebounds keep the stated part of the speed.
    Restitution,
    /// What is round rolls.
    Rolling,
    /// Stacks stand, piles come to rest.
    Stacks,
    /// A scene in other units is the same scene.
    Scale,
    /// Nothing stays where it must not be.
    Caught,
    /// Conserved quantities, friction, orbits and pendulums.
    Kept,
}

impl Family {
    /// All, in the order of the report card.
    pub const ALL: [Self; 8] =
        [Self::Stiffness, Self::MassRatio, Self::Restitution, Self::Rolling, Self::Stacks, Self::Scale, Self::Caught, Self::Kept];

    /// Its name in tables and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stiffness => "stiffness",
            Self::MassRatio => "mass-ratio",
            Self::Restitution => "restitution",
            Self::Rolling => "rolling",
            Self::Stacks => "stacks",
            Self::Scale => "scale",
            Self::Caught => "caught",
            Self::Kept => "kept",
        }
    }

    /// The family of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}

/// One line of the report card, not yet measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Where it belongs.
    pub family: Family,
    /// The name of the law.
    pub law: &'static str,
    /// Of what: `name=value`, separated by blanks.
    pub parameters: String,
    /// How it is judged.
    pub rule: Rule,
    /// The largest error that passes.
    pub bound: f64,
    /// The unit of theory and measured value; empty for a pure number.
    pub unit: &'static str,
    /// What it shows, in a sentence.
    pub shows: &'static str,
}

impl Case {
    /// What it is known by: family, law and parameters.
    pub fn name(&self) -> String {
        format!("{}/{} {}", self.family.name(), self.law, self.parameters).trim_end().into()
    }
}

/// A law with its rule, bound, unit and sentence: a case without parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    pub name: &'static str,
    pub rule: Rule,
    pub bound: f64,
    pub unit: &'static str,
    pub shows: &'static str,
}

/// What an experiment finds for one of its cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// What a closed form or a static solution says.
    pub theory: f64,
    /// What the engine does; infinite where the world exploded.
    pub measured: f64,
}

impl Finding {
    /// A theory and what was measured; nothing is measured in a world that exploded.
    pub(super) fn new(theory: f64, measured: Option<f64>) -> Self {
        Self { theory, measured: measured.filter(|value| value.is_finite()).unwrap_or(f64::INFINITY) }
    }
}

/// Runs a world, or several, and finds a value for each of its cases.
pub(super) type Measure = Box<dyn Fn() -> Vec<Finding> + Send + Sync>;

/// One or several cases that the same run answers.
pub struct Experiment {
    /// In the order of their findings.
    pub cases: Vec<Case>,
    /// Whether it is among the quick ones.
    pub fast: bool,
    measure: Measure,
}

impl Experiment {
    /// Cases of a family that share their parameters and a run.
    pub(super) fn new(
        family: Family,
        parameters: impl Into<String>,
        laws: &[Law],
        measure: impl Fn() -> Vec<Finding> + Send + Sync + 'static,
    ) -> Self {
        let parameters = parameters.into();
        let case = |law: &Law| Case {
            family,
            law: law.name,
            parameters: parameters.clone(),
            rule: law.rule,
            bound: law.bound,
            unit: law.unit,
            shows: law.shows,
        };
        Self { cases: laws.iter().map(case).collect(), fast: true, measure: Box::new(measure) }
    }

    /// The same for a single law, whose run may explode. The theory is worked out by the run too, since it may be costly.
    pub(super) fn one(
        family: Family,
        parameters: impl Into<String>,
        law: Law,
        measure: impl Fn() -> (f64, Option<f64>) + Send + Sync + 'static,
    ) -> Self {
        Self::new(family, parameters, &[law], move || {
            let (theory, measured) = measure();
            vec![Finding::new(theory, measured)]
        })
    }

    /// The same, left out of the quick ones unless it is said to be quick.
    pub(super) fn quick(self, fast: bool) -> Self {
        Self { fast, ..self }
    }

    /// Runs it: a finding for each case.
    pub(super) fn measure(&self) -> Vec<Finding> {
        let mut found = (self.measure)();
        found.resize(self.cases.len(), Finding { theory: f64::NAN, measured: f64::INFINITY });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Family, Rule};

    #[test]
    fn errors_are_what_the_rule_says() {
        for (rule, theory, measured, error) in [
            (Rule::Relative, 2.0, 3.0, 0.5),
            (Rule::Relative, -2.0, -3.0, 0.5),
            (Rule::Absolute, 2.0, 1.5, 0.5),
            (Rule::AtMost, 2.0, 1.5, 0.0),
            (Rule::AtMost, 2.0, 2.5, 0.5),
            (Rule::AtLeast, 2.0, 2.5, 0.0),
            (Rule::AtLeast, 2.0, 1.5, 0.5),
        ] {
            assert_eq!(rule.error(theory, measured), error, "{rule:?}, {theory}, {measured}");
        }
    }

    #[test]
    fn what_is_no_number_is_infinitely_far_off() {
        for rule in [Rule::Relative, Rule::Absolute, Rule::AtMost, Rule::AtLeast] {
            for measured in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert_eq!(rule.error(1.0, measured), f64::INFINITY);
            }
            assert_eq!(rule.error(f64::NAN, 1.0), f64::INFINITY);
        }
        assert_eq!(Rule::Relative.error(0.0, 1.0), f64::INFINITY);
    }

    #[test]
    fn every_family_is_found_by_its_name() {
        assert!(Family::ALL.into_iter().all(|family| Family::named(family.name()) == Some(family)));
        assert_eq!(Family::named("luck"), None);
    }
}
